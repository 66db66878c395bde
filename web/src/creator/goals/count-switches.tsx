import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setGoalProductCount, setGoalSponsorCount } from '#services/api/goals/contract/goals.ts';
import { useCall } from '../../api/queries.ts';
import { Section } from '../../components/section.tsx';

/** Which orders count; saved at once. */
export function CountSwitches({ product, sponsor }: { product: boolean; sponsor: boolean }) {
  const { t } = useTranslation('goals');
  const setProduct = useCall(setGoalProductCount);
  const setSponsor = useCall(setGoalSponsorCount);
  const shown = (set: typeof setProduct, now: boolean) =>
    set.isPending ? set.variables.status === true : now;
  return (
    <Section title={t('count.title')} text={t('count.text')}>
      <Switch
        label={t('count.product')}
        description={t('count.productText')}
        checked={shown(setProduct, product)}
        onChange={({ currentTarget }) => setProduct.mutate({ status: currentTarget.checked })}
      />
      <Switch
        label={t('count.sponsor')}
        description={t('count.sponsorText')}
        checked={shown(setSponsor, sponsor)}
        onChange={({ currentTarget }) => setSponsor.mutate({ status: currentTarget.checked })}
      />
    </Section>
  );
}
