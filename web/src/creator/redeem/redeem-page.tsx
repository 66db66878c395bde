import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeRedeem } from '#services/contract/redeem/calls.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Section } from '../../components/section.tsx';
import type { SearchState } from '../../shell/search.ts';
import { BatchList } from './batch-list.tsx';
import { MadeCodes } from './made-codes.tsx';
import { MakeCodes } from './make-codes.tsx';
import { PlanSelect, useOwnPlans } from './plan-select.tsx';

export interface RedeemSearch {
  plan_id?: string | undefined;
  sku_id?: string | undefined;
  page?: number | undefined;
}

/** /setting/redeem: creates codes, and lists them with their states. */
export function RedeemPage({ search, onSearch }: SearchState<RedeemSearch>) {
  const { t } = useTranslation('redeem');
  const { plan_id, sku_id } = search;
  const plans = useOwnPlans();
  const plan = plans.find((one) => one.plan_id === plan_id);
  const [made, setMade] = useState<MadeRedeem>();
  return (
    <>
      <PageHead title={t('title')} text={t('text')} />
      <Stack gap="lg">
        <Section title={t('make.title')}>
          <PlanSelect
            plans={plans}
            plan={plan}
            sku_id={sku_id}
            onChange={(chosen, sku) => onSearch({ plan_id: chosen, sku_id: sku })}
          />
          <MakeCodes key={plan_id ?? ''} plan={plan} sku_id={sku_id} onMade={setMade} />
        </Section>
        <BatchList
          choice={{ plan_id, sku_id }}
          page={search.page ?? 1}
          onPage={(page) => onSearch({ plan_id, sku_id, page })}
        />
      </Stack>
      <MadeCodes made={made} onClose={() => setMade(undefined)} />
    </>
  );
}
