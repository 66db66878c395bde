import { Alert, Box, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { EC, fieldRefusal, isRefusal } from '../../../api/refusal.ts';
import { CountField } from '../../../components/forms/count-field.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { Section } from '../../../components/section.tsx';
import { mostBundles } from '../../catalog/item/choice.ts';
import { limitOfPlan, limitSentence } from '../../catalog/item/limits.ts';
import { PartName } from '../../catalog/item/part-name.tsx';
import { StockText } from '../../catalog/item/stock-text.tsx';
import type { Line } from './order-choice.ts';

interface Props {
  plan: Plan;
  /** The contents of one; for a bundle of all, everything. */
  lines: readonly Line[];
  count: number;
  complete: boolean;
  refusal: unknown;
  onCount: (count: number) => void;
}

const chosenOf = (lines: readonly Line[]): Record<string, number> =>
  Object.fromEntries(lines.map((line) => [line.sku_id, line.count]));

/** The contents of one bundle, the number, and a link back to the choice. */
export function BundleSummary({ plan, lines, count, complete, refusal, onCount }: Props) {
  const { t } = useTranslation(['orders-checkout', 'catalog-item']);
  const { t: buying } = useTranslation('orders-buying');
  const limit = limitOfPlan(plan);
  const most = mostBundles(plan, chosenOf(lines));
  const chosen = chosenOf(lines);
  const choosing = plan.product_type === PRODUCT_TYPE.choice_bundle;
  const shown = plan.sku.filter(({ sku_id }) => !choosing || chosen[sku_id] !== undefined);
  const trouble =
    fieldRefusal(refusal, 'bundle_count') ??
    fieldRefusal(refusal, 'sku') ??
    (isRefusal(refusal, EC.outOfStock, EC.limitReached) ? refusal.message : undefined);
  const choose = (
    <ButtonLink to="/item/$planId" params={{ planId: plan.plan_id }} size="xs" variant="default">
      {t(complete ? 'bundle.change' : 'bundle.choose')}
    </ButtonLink>
  );
  return (
    <Section
      title={t('bundle.title')}
      text={complete ? t('bundle.text') : undefined}
      aside={choosing && choose}
    >
      {!complete && (
        <Text role="status" c="dimmed">
          {t('bundle.incomplete')}
        </Text>
      )}
      {complete && (
        <Stack gap="xs" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {shown.map((sku) => (
            <Group key={sku.sku_id} component="li" wrap="nowrap" gap="sm">
              <Box w={44} style={{ flexShrink: 0 }}>
                <Picture src={sku.pic || sku.plan_pic} alt="" seed={sku.sku_id} ratio={1} radius={8} />
              </Box>
              <div style={{ minWidth: 0 }}>
                <PartName sku={sku} />
                <StockText plan={plan} sku={sku} />
              </div>
              {(chosen[sku.sku_id] ?? 1) > 1 && <Text className="figures">× {chosen[sku.sku_id]}</Text>}
            </Group>
          ))}
        </Stack>
      )}
      {complete && (
        <Group justify="space-between">
          <Text aria-hidden>{t('bundle.count')}</Text>
          <CountField
            label={t('bundle.count')}
            value={count}
            min={1}
            // An existing choice can be lowered, even above the remaining stock.
            max={Math.max(1, count, most)}
            onChange={onCount}
          />
        </Group>
      )}
      {limit !== null && (
        <Text className="hint">
          {t('catalog-item:bundle.limit', { limit: limitSentence(buying, limit) })}
        </Text>
      )}
      {trouble === undefined && complete && count > most && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {most === 0 ? t('bundle.none') : t('bundle.fewer', { count: most })}
        </Text>
      )}
      {trouble !== undefined && (
        <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {trouble}
        </Alert>
      )}
    </Section>
  );
}
