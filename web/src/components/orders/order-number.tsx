import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface Props {
  number: string;
  /** It is the number of a payment for several orders. */
  together?: boolean;
}

/** The number of an order, or of a payment for several, with the button that copies it: people quote it elsewhere. */
export function OrderNumber({ number, together = false }: Props) {
  const { t } = useTranslation(['buying', 'shell']);
  const label = t(together ? 'cashier.togetherNumber' : 'cashier.number');
  return (
    <div>
      <Text className="hint">{label}</Text>
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
                aria-label={`${t('shell:action.copy')} ${label}`}
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
