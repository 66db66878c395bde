import { Badge, Box, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#services/api/contract/plans.ts';
import { useFormats } from '../../language/use-formats.ts';
import cardClasses from '../../parts/creator-card.module.css';
import { Picture } from '../../parts/picture.tsx';
import { leftOf } from '../item/stock-left.ts';

/** Below this many left the card says so. */
const FEW = 10;

/** A product in the shop's grid, leading to its page. */
export function ProductCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation('creators');
  const formats = useFormats();
  const left = leftOf(plan);
  return (
    <Paper withBorder className={cardClasses.card} component="article">
      <Box pos="relative">
        <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} />
        {left === 0 && (
          <Badge pos="absolute" top={8} left={8} color="dark" variant="filled">
            {t('product.soldOut')}
          </Badge>
        )}
        {left > 0 && left <= FEW && (
          <Badge pos="absolute" top={8} left={8} color="orange.9" variant="filled">
            {t('product.left', { count: left })}
          </Badge>
        )}
      </Box>
      <Stack gap={4} p="md">
        <Text lineClamp={2} mih={44}>
          <Link to="/item/$planId" params={{ planId: plan.plan_id }} className={cardClasses.name}>
            {plan.name}
          </Link>
        </Text>
        <Text fw={650} className="figures">
          {plan.sku.length > 1
            ? t('product.from', { price: formats.money(plan.floor_price) })
            : formats.money(plan.floor_price)}
        </Text>
        <Text size="xs" c="dimmed" className="figures" mih={19}>
          {plan.sold_count > 0 && t('product.sold', { count: plan.sold_count })}
        </Text>
      </Stack>
    </Paper>
  );
}
