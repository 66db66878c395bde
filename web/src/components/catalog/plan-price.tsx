import { Group, Text } from '@mantine/core';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { useLocale } from '../../language/use-locale.ts';

const PERIODS = { 3: 'plan.quarter', 12: 'plan.year' } as const;

/** The present price and period of a sponsorship plan; a former price is struck through. */
export function PlanPrice({ plan }: { plan: Plan }) {
  const { t, formats } = useLocale('catalog-creators');
  const { pay_month, show_price, show_price_after_adjust } = plan;
  const favoured = Number(show_price_after_adjust) < Number(show_price);
  const period = pay_month === 3 || pay_month === 12 ? PERIODS[pay_month] : 'plan.month';
  return (
    <Group gap={6} align="baseline" className="figures">
      <Text fz={26} fw={650} lh={1.2}>
        {formats.money(show_price_after_adjust)}
      </Text>
      {!plan.permanent && <Text className="hint">{t(period)}</Text>}
      {favoured && (
        <Text className="hint" td="line-through" component="s">
          {formats.money(show_price)}
        </Text>
      )}
    </Group>
  );
}
