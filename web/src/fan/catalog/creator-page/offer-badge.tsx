import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';

/** Orange that white can be read on. */
const WARM = '#b3410c';
/** Below this stock the card shows it. */
const FEW = 10;
/** The kinds other than goods and memberships. */
export const KINDS: Readonly<
  Record<
    number,
    'catalog-item:kind.bundle' | 'catalog-item:kind.choice' | 'catalog-item:kind.ticket' | undefined
  >
> = {
  [PRODUCT_TYPE.bundle]: 'catalog-item:kind.bundle',
  [PRODUCT_TYPE.choice_bundle]: 'catalog-item:kind.choice',
  [PRODUCT_TYPE.ticket]: 'catalog-item:kind.ticket',
};

/** The most important fact of an offer before it is opened. */
export function OfferBadge({ plan, left }: { plan: Plan; left: number }) {
  const { t } = useTranslation(['catalog-creators', 'catalog-item', 'orders-buying']);
  const { buy_refusal, product_type } = plan;
  if (buy_refusal === 'not_yet') {
    return (
      <Badge color="dark" variant="filled">
        {t('catalog-item:badge.notYet')}
      </Badge>
    );
  }
  if (buy_refusal === 'no_provider' || buy_refusal === 'abroad_only') {
    return (
      <Badge color="dark" variant="filled">
        {t('catalog-item:badge.notNow')}
      </Badge>
    );
  }
  if (buy_refusal !== '') {
    return (
      <Badge color="dark" variant="filled">
        {buy_refusal === 'ended' ? t('catalog-item:badge.ended') : t('product.soldOut')}
      </Badge>
    );
  }
  if (plan.has_time_limit_price) {
    return (
      <Badge color={WARM} variant="filled">
        {t('catalog-item:price.limited')}
      </Badge>
    );
  }
  if (left > 0 && left <= FEW) {
    return (
      <Badge color={WARM} variant="filled">
        {t(product_type === PRODUCT_TYPE.ticket ? 'orders-buying:stock.tickets' : 'product.left', {
          count: left,
        })}
      </Badge>
    );
  }
  const kind = KINDS[product_type];
  if (kind === undefined) return null;
  return (
    <Badge color="dark" variant="filled">
      {t(kind)}
    </Badge>
  );
}
