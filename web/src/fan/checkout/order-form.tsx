import { Grid, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/api/contract/accounts.ts';
import type { PrepareOrder } from '#services/api/contract/orders.ts';
import type { Plan } from '#services/api/contract/plans.ts';
import { useProfile } from '../../api/session.ts';
import { PersonPicture } from '../../parts/person-picture.tsx';
import { Picture } from '../../parts/picture.tsx';
import { MonthChoice } from './month-choice.tsx';
import { linesOf, monthsOf } from './order-choice.ts';
import classes from './order-form.module.css';
import { PricePanel } from './price-panel.tsx';
import { SkuCounts } from './sku-counts.tsx';
import { usePlacing, usePrice, useStockAfter } from './use-order.ts';

const route = getRouteApi('/order/create');
const LONGEST_REMARK = 500;

interface Props {
  plan: Plan;
  creator: User | undefined;
}

/** The choice on the left, its price on the right; what is chosen stands in the address. */
export function OrderForm({ plan, creator }: Props) {
  const { t } = useTranslation('buying');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const signedIn = useProfile() != null;
  const [remark, setRemark] = useState(search.remark ?? '');
  const [remarkMissing, setRemarkMissing] = useState(false);
  const goods = plan.product_type !== 0;
  const lines = linesOf(search.sku).filter(({ sku_id }) => plan.sku.some((sku) => sku.sku_id === sku_id));
  const months = monthsOf(plan, search.month);
  const choice: PrepareOrder = goods
    ? { plan_id: plan.plan_id, product_type: plan.product_type, sku: lines }
    : { plan_id: plan.plan_id, product_type: plan.product_type, month: months };
  const complete = !goods || lines.length > 0;
  const { price, settling } = usePrice(choice, complete);
  const { place, placing } = usePlacing();
  const refusal = placing.error ?? price.error;
  useStockAfter(refusal, plan.plan_id, lines);
  const change = (changed: { month?: number; sku?: string }) => {
    placing.reset();
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  };
  const submit = () => {
    if (price.data === undefined) return;
    if (plan.config.remark_required && remark.trim() === '') return setRemarkMissing(true);
    place({ ...choice, remark: remark.trim() }, price.data);
  };
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 7 }}>
        <Stack gap="md">
          <What plan={plan} creator={creator} />
          {goods ? (
            <SkuCounts
              plan={plan}
              lines={lines}
              refusal={refusal}
              onChange={(changed) => change({ sku: JSON.stringify(changed) })}
            />
          ) : (
            <MonthChoice
              plan={plan}
              months={months}
              discounted={creator?.creator?.discount_option === 1}
              refusal={refusal}
              onChange={(month) => change({ month })}
            />
          )}
          <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
            <Textarea
              classNames={{ label: classes.remark }}
              label={plan.config.remark_name || t('create.remark')}
              placeholder={plan.config.remark_placeholder || t('create.remarkHint')}
              required={plan.config.remark_required}
              error={remarkMissing ? t('create.remarkRequired') : undefined}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={LONGEST_REMARK}
              value={remark}
              onChange={(event) => {
                setRemark(event.currentTarget.value);
                setRemarkMissing(false);
              }}
            />
          </Paper>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <div className={classes.panel}>
          <PricePanel
            plan={plan}
            price={complete ? price : undefined}
            settling={settling}
            refusal={refusal}
            signedIn={signedIn}
            placing={placing.isPending}
            onPlace={submit}
          />
        </div>
      </Grid.Col>
    </Grid>
  );
}

function What({ plan, creator }: Props) {
  return (
    <Paper withBorder p="md">
      <Group wrap="nowrap" align="flex-start">
        <div className={classes.picture}>
          <Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} radius={10} />
        </div>
        <Stack gap={4} miw={0}>
          <Title order={2} fz="lg">
            {plan.name}
          </Title>
          {creator !== undefined && (
            <Group gap={8} wrap="nowrap">
              <PersonPicture name={creator.name} src={creator.avatar} seed={creator.user_id} size={24} />
              <Text size="sm" c="dimmed" truncate>
                {creator.name}
              </Text>
            </Group>
          )}
          {plan.desc !== '' && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {plan.desc}
            </Text>
          )}
        </Stack>
      </Group>
    </Paper>
  );
}
