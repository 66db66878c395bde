import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** An order's number with the button that copies it: people quote it elsewhere. */
export function OrderNumber({ number }: { number: string }) {
  const { t } = useTranslation(['buying', 'shell']);
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('cashier.number')}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="figures" style={{ wordBreak: 'break-all' }}>
          {number}
        </Text>
        <CopyButton value={number}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'shell:action.copied' : 'shell:action.copy')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={copy}
                aria-label={`${t('shell:action.copy')} ${t('cashier.number')}`}
              >
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
