import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/catalog/contract/plans.ts';

/** Orange that white can be read on. */
const WARM = '#b3410c';
/** Below this stock the card shows it. */
const FEW = 10;
const KINDS = { 2: 'kind.bundle', 3: 'kind.choice', 4: 'kind.ticket' } as const;

/** What one should know of an offer before opening it: the one thing that matters most. */
export function OfferBadge({ plan, left }: { plan: Plan; left: number }) {
  const { t } = useTranslation(['creators', 'item']);
  const { buy_refusal, product_type: type } = plan;
  if (buy_refusal === 'not_yet') {
    return (
      <Badge color="dark" variant="filled">
        {t('item:badge.notYet')}
      </Badge>
    );
  }
  if (buy_refusal !== '') {
    return (
      <Badge color="dark" variant="filled">
        {buy_refusal === 'ended' ? t('item:badge.ended') : t('product.soldOut')}
      </Badge>
    );
  }
  if (plan.has_time_limit_price) {
    return (
      <Badge color={WARM} variant="filled">
        {t('item:price.limited')}
      </Badge>
    );
  }
  if (left > 0 && left <= FEW) {
    return (
      <Badge color={WARM} variant="filled">
        {t('product.left', { count: left })}
      </Badge>
    );
  }
  if (type !== 2 && type !== 3 && type !== 4) return null;
  return (
    <Badge color="dark" variant="filled">
      {t(`item:${KINDS[type]}`)}
    </Badge>
  );
}
