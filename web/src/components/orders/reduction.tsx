import { Text } from '@mantine/core';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { useLocale } from '../../language/use-locale.ts';

/** The original price and what was taken off, below a total of reduced lines; nothing at the original price. */
export function Reduction({ show_amount, discount }: Pick<OrderDetail, 'show_amount' | 'discount'>) {
  const { t, formats } = useLocale('orders-after-payment');
  if (Number(discount) === 0) return null;
  return (
    <Text className="hint figures" ta="right">
      {t('money.show')} {formats.money(show_amount)} · {t('money.discount')} −{formats.money(discount)}
    </Text>
  );
}
