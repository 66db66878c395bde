import type { Order } from '#services/contract/orders/orders.ts';
import { useLocale } from '../../language/use-locale.ts';

type Upgrade = Pick<Order, 'upgrade_days' | 'month'> & { is_upgrade: number };

/** What an upgrade bought: the days left, and months after them; null for other orders. */
export function useUpgradeText(): (order: Upgrade) => string | null {
  const { t } = useLocale('orders-checkout');
  return ({ is_upgrade, upgrade_days, month }) => {
    if (is_upgrade !== 1) return null;
    // An order that was priced by whole months.
    if (upgrade_days === null) return t('line.upgrade', { count: month });
    const upgrade = t('line.upgradeDays', { count: upgrade_days });
    return month === 0 ? upgrade : t('line.upgradeMonths', { upgrade, count: month });
  };
}
