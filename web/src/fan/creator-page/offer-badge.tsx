import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/contract/plans.ts';
import { useFormats } from '../../language/use-formats.ts';

/** Below this many left the card says so. */
const FEW = 10;
const KINDS = { 2: 'kind.bundle', 3: 'kind.choice', 4: 'kind.ticket' } as const;

/** What one should know of an offer before opening it: the one thing that matters most. */
export function OfferBadge({ plan, left }: { plan: Plan; left: number }) {
  const { t } = useTranslation(['creators', 'item']);
  const formats = useFormats();
  const { buy_refusal, on_sale_from, product_type: type } = plan;
  if (buy_refusal === 'not_yet') {
    return (
      <Badge color="dark" variant="filled">
        {on_sale_from === null
          ? t('item:badge.notYet')
          : t('item:badge.from', { time: formats.dateTime(on_sale_from) })}
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
      <Badge color="orange.9" variant="filled">
        {t('item:price.limited')}
      </Badge>
    );
  }
  if (left > 0 && left <= FEW) {
    return (
      <Badge color="orange.9" variant="filled">
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
