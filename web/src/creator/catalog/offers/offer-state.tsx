import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/catalog/contract/plans.ts';
import { PLAN_STATUS } from '../../../api/selling.ts';

const KINDS = { 2: 'list.bundle', 3: 'list.bundleChoice', 4: 'list.tickets' } as const;

/** The state of an offer: kind, visibility, and why it cannot be bought. */
export function OfferState({ plan }: { plan: Plan }) {
  const { t } = useTranslation('offer');
  const hidden = plan.status === PLAN_STATUS.hidden;
  const { product_type: type, buy_refusal } = plan;
  const kind = type === 2 || type === 3 || type === 4 ? KINDS[type] : undefined;
  return (
    <>
      <Badge variant="light" color={hidden ? 'gray' : 'green'}>
        {t(hidden ? 'list.hidden' : 'list.listed')}
      </Badge>
      {kind !== undefined && (
        <Badge variant="light" color="blue">
          {t(kind)}
        </Badge>
      )}
      {plan.independent && (
        <Badge variant="light" color="gray">
          {t(plan.permanent ? 'list.permanent' : 'list.independent')}
        </Badge>
      )}
      {buy_refusal === 'not_yet' && (
        <Badge variant="light" color="orange">
          {t('list.notYet')}
        </Badge>
      )}
      {(buy_refusal === 'ended' || buy_refusal === 'sold_out' || buy_refusal === 'part_gone') && (
        <Badge variant="light" color="red">
          {t(`list.refusal.${buy_refusal}`)}
        </Badge>
      )}
      {plan.need_invite_code && (
        <Badge variant="light" color="gray">
          {t('list.invited')}
        </Badge>
      )}
    </>
  );
}
