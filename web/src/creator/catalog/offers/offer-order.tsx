import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { editPlanOrder } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { useCall } from '../../../api/queries.ts';
import { useReorder } from '../../../components/forms/use-reorder.ts';
import { OfferRow } from './offer-row.tsx';

interface Props {
  /** All plans of the list, in order. */
  plans: readonly Plan[];
  /** Which of them are shown. */
  isShown: (plan: Plan) => boolean;
  /** Instead of rows. */
  none: ReactNode;
}

/** The creator's offers, which are moved by dragging, arrow keys or the menu. Hidden by a filter, they keep their places. */
export function OfferOrder({ plans, isShown, none }: Props) {
  const { t } = useTranslation('catalog-editor');
  // One after the other, so that the last order is the one that stays.
  const save = useCall(editPlanOrder, { scope: { id: editPlanOrder.path } });
  const wanted = save.isPending ? save.variables.plan_ids : [];
  const place = ({ plan_id }: Plan) => wanted.indexOf(plan_id);
  const sorted = plans.toSorted((a, b) => place(a) - place(b));
  const shown = sorted.filter(isShown);
  const { row, handle, moveBy } = useReorder({
    axis: 'y',
    ids: shown.map(({ plan_id }) => plan_id),
    onOrder: (ids) => {
      const next = ids.values();
      const plan_ids = sorted.map((plan) => (isShown(plan) ? (next.next().value ?? '') : plan.plan_id));
      save.mutate({ plan_ids });
    },
  });
  if (shown.length === 0) return none;
  return (
    <>
      {shown.map((plan, at) => {
        const where = { name: plan.name, at: at + 1, count: shown.length };
        return (
          <OfferRow
            key={plan.plan_id}
            plan={plan}
            row={row(plan.plan_id)}
            onMove={shown.length > 1 ? (places) => moveBy(plan.plan_id, places) : undefined}
            handle={
              shown.length > 1 && (
                <Tooltip label={t('order.hint')}>
                  <ActionIcon
                    size={36}
                    radius="xl"
                    aria-label={t('order.handle', where)}
                    {...handle(plan.plan_id)}
                  >
                    <IconGripVertical size={20} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )
            }
          />
        );
      })}
      <VisuallyHidden role="status">
        {save.isSuccess && t('order.saved', { names: shown.map(({ name }) => name).join(t('lacking.and')) })}
      </VisuallyHidden>
    </>
  );
}
