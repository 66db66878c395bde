import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountField } from '../../parts/count-field.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import type { OrderSearch } from '../checkout/order-choice.ts';

interface Props {
  /** What /order/create is asked for; undefined while the choice is not complete. */
  order: OrderSearch | undefined;
  /** What stands on the button while it is not. */
  missing: string;
  count: number;
  most: number;
  onCount: (count: number) => void;
}

/** How many, and the way to the order. */
export function BuyBar({ order, missing, count, most, onCount }: Props) {
  const { t } = useTranslation('buying');
  return (
    <Group justify="space-between" align="flex-end">
      <div>
        <Text size="sm" mb={4} aria-hidden>
          {t('item.count')}
        </Text>
        <CountField
          label={t('item.count')}
          value={Math.min(count, Math.max(1, most))}
          min={1}
          max={Math.max(1, most)}
          onChange={onCount}
        />
      </div>
      <ButtonLink
        to="/order/create"
        search={order ?? {}}
        size="lg"
        flex={1}
        miw={220}
        disabled={order === undefined}
      >
        {order === undefined ? missing : t('item.buy')}
      </ButtonLink>
    </Group>
  );
}
