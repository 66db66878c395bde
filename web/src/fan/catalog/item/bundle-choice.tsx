import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PRODUCT_TYPE } from '#events/status.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { BundlePart } from './bundle-part.tsx';
import { BuyBar } from './buy-bar.tsx';
import { apartOf, bundleOrder, type Chosen, missingOf, mostBundles, stillThere, wantedOf } from './choice.ts';
import { limitOfPlan, limitSentence } from './limits.ts';
import type { PlanAt } from './plan-at.ts';

/** The contents of a bundle: all, or a choice; and the number of bundles. */
export function BundleChoice({ plan }: { plan: PlanAt }) {
  const { t, formats } = useLocale('catalog-item');
  const { t: buying } = useLocale('orders-buying');
  const [selection, setSelection] = useState<Chosen>({});
  const [count, setCount] = useState(1);
  const chosen = stillThere(plan, selection);
  const choose = plan.product_type === PRODUCT_TYPE.choice_bundle;
  const missing = missingOf(plan, chosen);
  const most = mostBundles(plan, chosen);
  const bundles = Math.min(count, Math.max(1, most));
  const limit = limitOfPlan(plan);
  const apart = apartOf(plan, chosen) ?? '0';
  const saved = Number(apart) - Number(plan.show_price_after_adjust);
  return (
    <Stack gap="md">
      <div>
        <Text fw={650}>
          {choose
            ? t('bundle.choose', { count: wantedOf(plan), all: plan.sku.length })
            : t('bundle.all', { count: plan.sku.length })}
        </Text>
        {saved > 0 && (
          <Text className="hint figures">
            {t('bundle.saves', { apart: formats.money(apart), saved: formats.money(saved.toFixed(2)) })}
          </Text>
        )}
        {choose && (
          <Text className="hint figures" role="status">
            {t('bundle.chosen', { chosen: wantedOf(plan) - missing, count: wantedOf(plan) })}
          </Text>
        )}
      </div>
      <Stack gap="xs" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {plan.sku.map((sku) => (
          <BundlePart key={sku.sku_id} plan={plan} sku={sku} chosen={chosen} onChoose={setSelection} />
        ))}
      </Stack>
      {limit !== null && <Text size="sm">{t('bundle.limit', { limit: limitSentence(buying, limit) })}</Text>}
      {plan.bundle_stock !== '' && plan.can_buy && (
        <Text className="hint figures">{t('bundle.left', { count: plan.bundle_stock })}</Text>
      )}
      {plan.can_buy && (
        <BuyBar
          order={most === 0 ? undefined : bundleOrder(plan, chosen, bundles)}
          missing={missing > 0 ? t('bundle.missing', { count: missing }) : buying('item.soldOut')}
          price={plan.show_price_after_adjust}
          chosen={plan.name}
          count={count}
          most={most}
          onCount={setCount}
        />
      )}
    </Stack>
  );
}
