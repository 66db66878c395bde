import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CheckedOrder } from '#services/contract/orders/orders.ts';
import { CopyIcon } from '../../components/copy/copy-icon.tsx';
import { Section } from '../../components/section.tsx';

interface Props {
  replies: CheckedOrder['replies'];
  /** Something is still to come. */
  pending: boolean;
}

/** The creator's text for every buyer, and this buyer's own lines, to be copied. */
export function Replies({ replies, pending }: Props) {
  const { t } = useTranslation('cart');
  if (replies.length === 0) return null;
  return (
    <Section title={t('got.reply')} text={pending ? t('got.replyPending') : undefined}>
      {replies.map((reply) => (
        <div key={reply.sku_id}>
          <Text className="hint">{reply.name}</Text>
          {reply.reply_content !== '' && (
            <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{reply.reply_content}</Text>
          )}
          <Stack gap={4}>
            {reply.reply_random_content.map((line, at) => (
              // Lines of a pool can be equal; their index is the key.
              <Line key={at} line={line} />
            ))}
          </Stack>
        </div>
      ))}
    </Section>
  );
}

function Line({ line }: { line: string }) {
  const { t } = useTranslation('cart');
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {line}
      </Text>
      <CopyIcon value={line} label={t('got.copy')} full={`${t('got.copy')} ${line}`} />
    </Group>
  );
}
