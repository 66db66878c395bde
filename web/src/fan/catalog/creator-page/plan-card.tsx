import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { PlanPrice } from '../../../components/catalog/plan-price.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { LongText } from '../../../components/long-text.tsx';
import { Gallery } from '../../../components/pictures/gallery.tsx';
import { useLocale } from '../../../language/use-locale.ts';

/** Of a description before it is expanded (commerce specification 9). */
const PLAN_CHARACTERS = 1_000;

/**
 * A sponsorship plan with the button that begins an order.
 * @param own the caller has a membership of it
 */
export function PlanCard({ plan, own = false }: { plan: Plan; own?: boolean }) {
  const { t, formats } = useLocale(['catalog-creators', 'catalog-item']);
  const buy = t(own && !plan.permanent ? 'plan.renew' : 'plan.sponsor');
  return (
    <Paper withBorder component="article" h="100%" style={{ overflow: 'hidden' }}>
      <Stack gap={0} h="100%">
        {plan.pic !== '' && <Gallery pics={plan.pics} name={plan.name} seed={plan.plan_id} ratio={16 / 9} />}
        <Stack gap="sm" p="lg" flex={1}>
          <Group justify="space-between" gap="xs">
            <Title order={3}>{plan.name}</Title>
            {plan.independent && <Badge color="gray">{t('plan.independent')}</Badge>}
          </Group>
          <PlanPrice plan={plan} />
          {plan.has_time_limit_price && plan.time_limit_price !== null && (
            <Text size="sm">
              {t('catalog-item:price.until', { time: formats.dateTime(plan.time_limit_price.end_time) })}
            </Text>
          )}
          {plan.permanent && <Text size="sm">{t('plan.permanent')}</Text>}
          {plan.desc !== '' && <LongText text={plan.desc} lines={4} most={PLAN_CHARACTERS} />}
          <Stack gap="xs" mt="auto" pt="xs">
            {plan.unlockNum > 0 && (
              <Text className="hint figures">{t('plan.opens', { count: plan.unlockNum })}</Text>
            )}
            {plan.sold_count > 0 && (
              <Text className="hint figures">{t('plan.sold', { count: plan.sold_count })}</Text>
            )}
            <ButtonLink
              to="/order/create"
              search={{ plan_id: plan.plan_id, product_type: PRODUCT_TYPE.sponsorship }}
              aria-label={`${buy} ${plan.name}`}
              disabled={!plan.can_buy}
              fullWidth
            >
              {plan.can_buy ? buy : <NotNow plan={plan} />}
            </ButtonLink>
          </Stack>
        </Stack>
      </Stack>
    </Paper>
  );
}

/** When it can be bought, or that it cannot. */
function NotNow({ plan }: { plan: Plan }) {
  const { t, formats } = useLocale('catalog-item');
  if (plan.on_sale_from !== null) return t('badge.from', { time: formats.dateTime(plan.on_sale_from) });
  return t('badge.notNow');
}
