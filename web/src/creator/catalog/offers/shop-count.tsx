import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setShopCount } from '#services/api/accounts/contract/page-settings.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import { useCreator } from '../../frame/creator-guard.ts';

/** Creator specification, Shop block: all, or 0 to 9. */
const COUNTS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The number of products first shown on the creator's page; saved on selection. */
export function ShopCount() {
  const { t } = useTranslation('offer');
  const set = useCall(setShopCount);
  const now = useCreator()?.creator?.limit_show_product_count ?? -1;
  const shown = set.isPending ? set.variables.count : now;
  return (
    <Section title={t('shopCount.title')} text={t('shopCount.text')}>
      <NativeSelect
        maw={240}
        label={t('shopCount.label')}
        value={String(shown)}
        data={COUNTS.map((count) => ({
          value: String(count),
          label: count === -1 ? t('shopCount.all') : t('shopCount.some', { count }),
        }))}
        onChange={(event) => set.mutate({ count: Number(event.currentTarget.value) })}
      />
    </Section>
  );
}
