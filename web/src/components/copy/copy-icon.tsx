import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';

interface Props {
  value: string;
  label: string;
  /** For screen readers: names what is copied. */
  full?: string;
  icon?: typeof IconCopy;
  /** Of the button; the icon is about half as wide. */
  size?: 28 | 36;
}

/** An icon that copies a text. */
export function CopyIcon({ value, label, full = label, icon: Icon = IconCopy, size = 28 }: Props) {
  const { t } = useTranslation('shell');
  const inner = size === 28 ? 16 : 18;
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('action.copied') : label}>
          <ActionIcon size={size} onClick={copy} aria-label={full}>
            {copied ? <IconCheck size={inner} aria-hidden /> : <Icon size={inner} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** A labelled number with the button that copies it: people quote it elsewhere. */
export function CopiedNumber({ label, number }: { label: string; number: string }) {
  const { t } = useTranslation('shell');
  return (
    <div>
      <Text className="hint">{label}</Text>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="figures" style={{ wordBreak: 'break-all' }}>
          {number}
        </Text>
        <CopyIcon value={number} label={t('action.copy')} full={`${t('action.copy')} ${label}`} />
      </Group>
    </div>
  );
}
