import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '../copy-icon.tsx';

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
        <CopyIcon value={number} label={t('shell:action.copy')} full={`${t('shell:action.copy')} ${label}`} />
      </Group>
    </div>
  );
}
