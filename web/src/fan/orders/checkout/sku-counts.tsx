import { Alert, Group, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { EC, fieldRefusal, isRefusal } from '../../../api/refusal.ts';
import { CountField } from '../../../components/forms/count-field.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { limitOfPlan, limitSentence, mostOf } from '../../catalog/item/limits.ts';
import { StockText } from '../../catalog/item/stock-text.tsx';
import type { Line } from './order-choice.ts';

interface Props {
  plan: Plan;
  lines: readonly Line[];
  refusal: unknown;
  onChange: (lines: Line[]) => void;
}

/** Counts of each model, with sold-out and limit notices. */
export function SkuCounts({ plan, lines, refusal, onChange }: Props) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const limit = limitOfPlan(plan);
  const rounds = new Set(plan.sku.map((sku) => sku.ticket_round_begin_time)).size;
  const countOf = (sku_id: string) => lines.find((line) => line.sku_id === sku_id)?.count ?? 0;
  const set = (sku_id: string, count: number) =>
    onChange(
      plan.sku
        .map((sku) => ({ sku_id: sku.sku_id, count: sku.sku_id === sku_id ? count : countOf(sku.sku_id) }))
        .filter((line) => line.count > 0),
    );
  const troubleOf = (sku_id: string) => {
    const index = lines.findIndex((line) => line.sku_id === sku_id);
    const refused = index < 0 ? undefined : fieldRefusal(refusal, `sku.${index}`);
    return refused ?? tooMany(sku_id);
  };
  /** More is chosen than available or allowed: shown before the order. */
  const tooMany = (sku_id: string) => {
    const sku = plan.sku.find((one) => one.sku_id === sku_id);
    const most = sku === undefined ? 0 : mostOf(plan, sku);
    if (countOf(sku_id) <= most) return undefined;
    return most === 0 ? t('orders-checkout:sku.none') : t('orders-checkout:sku.fewer', { count: most });
  };
  const named = lines.some((_, index) => fieldRefusal(refusal, `sku.${index}`) !== undefined);
  const chosen = lines.reduce((sum, { count }) => sum + count, 0);
  const overLimit = limit !== null && chosen > limit.purchase_limit_count;
  const unnamed = !named && isRefusal(refusal, EC.outOfStock, EC.limitReached) ? refusal.message : undefined;
  return (
    <Section
      title={t(plan.product_type === PRODUCT_TYPE.ticket ? 'orders-checkout:tickets' : 'create.models')}
      text={limit === null ? undefined : t('limit.plan', { limit: limitSentence(t, limit) })}
    >
      {plan.sku.map((sku) => (
        <div key={sku.sku_id}>
          <Group justify="space-between" gap="sm">
            <div style={{ flex: '1 1 120px', minWidth: 0, wordBreak: 'keep-all', overflowWrap: 'anywhere' }}>
              <Text>{sku.name}</Text>
              {rounds > 1 && sku.ticket_round_begin_time !== null && (
                <Text size="sm" className="figures">
                  {formats.occasion(sku.ticket_round_begin_time)}
                </Text>
              )}
              <Group gap="xs">
                <Text size="sm" className="figures">
                  {formats.money(sku.price)}
                </Text>
                <StockText plan={plan} sku={sku} />
              </Group>
            </div>
            <CountField
              label={sku.name}
              value={countOf(sku.sku_id)}
              min={0}
              // An existing choice can be lowered, even above the remaining stock.
              max={Math.max(mostOf(plan, sku), countOf(sku.sku_id))}
              onChange={(count) => set(sku.sku_id, count)}
            />
          </Group>
          {troubleOf(sku.sku_id) !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={4}>
              {troubleOf(sku.sku_id)}
            </Text>
          )}
        </div>
      ))}
      {overLimit && unnamed === undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t('orders-checkout:sku.fewer', { count: limit.purchase_limit_count })}
        </Text>
      )}
      {unnamed !== undefined && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {unnamed}
        </Alert>
      )}
    </Section>
  );
}
