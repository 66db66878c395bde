import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';

const KINDS: Readonly<Record<number, 'list.bundle' | 'list.bundleChoice' | 'list.tickets' | undefined>> = {
  [PRODUCT_TYPE.bundle]: 'list.bundle',
  [PRODUCT_TYPE.choice_bundle]: 'list.bundleChoice',
  [PRODUCT_TYPE.ticket]: 'list.tickets',
};

/** The state of an offer: kind, visibility, and why it cannot be bought. */
export function OfferState({ plan }: { plan: Plan }) {
  const { t } = useTranslation('catalog-editor');
  const hidden = plan.status === PLAN_STATUS.hidden;
  const { buy_refusal } = plan;
  const kind = KINDS[plan.product_type];
  return (
    <>
      <Badge color={hidden ? 'gray' : 'green'}>{t(hidden ? 'list.hidden' : 'list.listed')}</Badge>
      {kind !== undefined && <Badge color="blue">{t(kind)}</Badge>}
      {plan.independent && (
        <Badge color="gray">{t(plan.permanent ? 'list.permanent' : 'list.independent')}</Badge>
      )}
      {buy_refusal === 'not_yet' && <Badge color="orange">{t('list.notYet')}</Badge>}
      {(buy_refusal === 'ended' || buy_refusal === 'sold_out' || buy_refusal === 'part_gone') && (
        <Badge color="red">{t(`list.refusal.${buy_refusal}`)}</Badge>
      )}
      {plan.need_invite_code && <Badge color="gray">{t('list.invited')}</Badge>}
    </>
  );
}
