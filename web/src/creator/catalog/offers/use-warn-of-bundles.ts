import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { IncompleteBundle } from '#services/contract/catalog/plan-changes.ts';

/** Lists the creator's bundles that lack parts after a change, and those that cannot be bought. */
export function useWarnOfBundles() {
  const { t } = useTranslation('catalog-editor');
  return (bundles: readonly IncompleteBundle[] = []) => {
    for (const { plan_id, name, buy_refusal, sku } of bundles) {
      const parts = sku.map((one) => one.name).join(t('lacking.and'));
      notifications.show({
        id: `lacking-${plan_id}`,
        color: 'yellow',
        autoClose: false,
        message: t(buy_refusal === 'part_gone' ? 'lacking.unsold' : 'lacking.sold', { name, parts }),
      });
    }
  };
}
