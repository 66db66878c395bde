import { Badge, Group, Stack, Text } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import type { PlanAt } from './plan-at.ts';
import { TimeLeft } from './time-left.tsx';

interface Props {
  plan: PlanAt;
  /** The present price of the choice, and the plain one. */
  now: string;
  plain: string;
  /** The chosen option's own price for members; empty for none. */
  own: string;
  /** The lowest of several, while nothing is chosen. */
  from?: boolean;
}

/** The present price, the former one and its end; and the members' price. */
export function OfferPrice({ plan, now, plain, own, from = false }: Props) {
  const { t, formats } = useLocale('catalog-item');
  const member = own || plan.vip_price;
  const share = member === '' && plan.vip_price_discount;
  const reduced = Number(now) < Number(plain);
  const limit = plan.has_time_limit_price ? plan.time_limit_price : null;
  return (
    <Stack gap={4}>
      <Group align="baseline" gap="sm" className="figures">
        <Text fz={30} fw={650} lh={1.2}>
          {from ? t('price.from', { price: formats.money(now) }) : formats.money(now)}
        </Text>
        {reduced && (
          <Text c="dimmed" td="line-through" component="s">
            {formats.money(plain)}
          </Text>
        )}
        {plan.is_vip && reduced && <Badge>{t('price.member')}</Badge>}
        <Text className="hint">{t('price.sold', { count: plan.sold_count })}</Text>
      </Group>
      {limit !== null && (
        <Group gap={8}>
          <Badge color="orange">{t('price.limited')}</Badge>
          <TimeLeft at={limit.end_time} now={plan.now} of="ends" />
        </Group>
      )}
      {plan.vip_plan !== null && !plan.is_vip && (share || Number(member) < Number(now)) && (
        <Text size="sm">
          {share
            ? t('price.membersShare', {
                name: plan.vip_plan.name,
                less: formats.percent(1 - share),
              })
            : t('price.members', { name: plan.vip_plan.name, price: formats.money(member) })}{' '}
          <AnchorLink
            to="/order/create"
            search={{ plan_id: plan.vip_plan.plan_id, product_type: PRODUCT_TYPE.sponsorship }}
            size="sm"
            underline="always"
          >
            {t('price.join')}
          </AnchorLink>
        </Text>
      )}
    </Stack>
  );
}
