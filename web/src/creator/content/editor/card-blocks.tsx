import { Group, Paper, Text } from '@mantine/core';
import { IconLink, IconLockDollar, IconShoppingBag } from '@tabler/icons-react';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { namedSku } from '../post-values.ts';
import { useNameable } from '../use-nameable.ts';
import classes from './editor.module.css';

/** The line below which only those who can read the article go on. */
export function PaywallBlock({ selected }: NodeViewProps) {
  const { t } = useTranslation('content-article');
  return (
    <NodeViewWrapper className={classes.paywall} data-selected={selected || undefined} data-drag-handle>
      <IconLockDollar size={18} aria-hidden />
      <span>{t('paywall.line')}</span>
    </NodeViewWrapper>
  );
}

/** A plan or a product that is offered in the text. */
export function ProductBlock({ node, selected }: NodeViewProps) {
  const { t } = useTranslation('content-article');
  const { plan_id, sku_id } = node.attrs;
  const value = sku_id === '' ? plan_id : namedSku(plan_id, sku_id);
  const known = useNameable([value]).flatMap(({ items }) => items);
  return (
    <NodeViewWrapper className={classes.block} data-selected={selected || undefined} data-drag-handle>
      <Card
        icon={<IconShoppingBag size={24} aria-hidden />}
        title={known.find((one) => one.value === value)?.label ?? ''}
        text={t('insert.product')}
      />
    </NodeViewWrapper>
  );
}

/** A page of somebody else, as a card. */
export function EmbedBlock({ node, selected }: NodeViewProps) {
  const { t } = useTranslation('content-article');
  const { url, title } = node.attrs;
  return (
    <NodeViewWrapper className={classes.block} data-selected={selected || undefined} data-drag-handle>
      <Card
        icon={<IconLink size={24} aria-hidden />}
        title={title || url}
        text={title === '' ? t('insert.embed') : url}
      />
    </NodeViewWrapper>
  );
}

const Card = ({ icon, title, text }: { icon: React.ReactNode; title: string; text: string }) => (
  <Paper withBorder p="sm">
    <Group gap="sm" wrap="nowrap">
      {icon}
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={650} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      </div>
    </Group>
  </Paper>
);
