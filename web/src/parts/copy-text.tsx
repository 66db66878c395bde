import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** A text that people take elsewhere, as an order number. */
export function CopyText({ text }: { text: string }) {
  const { t } = useTranslation('shell');
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Text size="sm" component="span" style={{ wordBreak: 'break-all' }} className="figures">
        {text}
      </Text>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'action.copied' : 'action.copy')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={`${t('action.copy')} ${text}`}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
