import { Box, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Plan } from '#services/contract/catalog/plans.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { Picture } from '../../../components/pictures/picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { leftOfOffer } from '../item/stock-left.ts';
import { OfferBadge } from './offer-badge.tsx';

/** A product in the shop's grid, leading to its page. */
export function ProductCard({ plan }: { plan: Plan }) {
  const { t, formats } = useLocale(['catalog-creators', 'catalog-item']);
  const bundle = plan.bundle_sku_count > 0;
  const price = formats.money(plan.floor_price);
  const round = plan.ticket_round_list.find(({ is_over }) => !is_over);
  const reduced = plan.has_time_limit_price && Number(plan.floor_price) < Number(plan.show_price);
  return (
    <Paper withBorder className={cardClasses.card} component="article">
      <Box pos="relative">
        <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} />
        <Box pos="absolute" top={8} left={8}>
          <OfferBadge plan={plan} left={leftOfOffer(plan)} />
        </Box>
      </Box>
      <Stack gap={4} p="md">
        <Text lineClamp={2} mih={44}>
          <Link
            to={bundle ? '/bundle/$planId' : '/item/$planId'}
            params={{ planId: plan.plan_id }}
            className={cardClasses.name}
          >
            {plan.name}
          </Link>
        </Text>
        <Group gap={6} align="baseline" className="figures">
          <Text fw={650}>{!bundle && plan.sku.length > 1 ? t('product.from', { price }) : price}</Text>
          {reduced && (
            <Text className="hint" td="line-through" component="s">
              {formats.money(plan.show_price)}
            </Text>
          )}
        </Group>
        <Text className="footnote figures" mih={19}>
          {plan.on_sale_from !== null
            ? t('catalog-item:badge.from', { time: formats.dateTime(plan.on_sale_from) })
            : round !== undefined
              ? formats.occasion(round.begin_time)
              : plan.sold_count > 0 && t('product.sold', { count: plan.sold_count })}
        </Text>
      </Stack>
    </Paper>
  );
}
