import { Checkbox, Grid, Paper, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { PreparedPrice } from '#services/contract/orders/orders.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useProfile } from '../../../app/session.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { limitsOf } from '../../catalog/item/limits.ts';
import type { PlanAt } from '../../catalog/item/plan-at.ts';
import { AddressPicker } from '../../delivery/addresses/address-picker.tsx';
import { PayChoice, usePayChoice } from '../../payments/pay-choice.tsx';
import { HoldersForm } from '../../tickets/identities/holders-form.tsx';
import { AddToCartButton } from './add-to-cart.tsx';
import { BundleSummary } from './bundle-summary.tsx';
import { InviteField, RedeemField } from './code-fields.tsx';
import { FurtherMonths, LaterNote, UpgradeNote } from './further-months.tsx';
import { MonthChoice } from './month-choice.tsx';
import { choiceOf, furtherMonthsOf, linesFor, monthsOf, type OrderSearch } from './order-choice.ts';
import classes from './order-form.module.css';
import { OrderSubject } from './order-subject.tsx';
import { PricePanel } from './price-panel.tsx';
import { RemarkField } from './remark-field.tsx';
import { SkuCounts } from './sku-counts.tsx';
import { useCheckout } from './use-checkout.ts';
import { priceQuery, usePlacing, usePrice, useStockAfter } from './use-order.ts';

const route = getRouteApi('/order/create');

/** The choice on the left, its price on the right; the choice is in the address. */
export function OrderForm({ plan, creator }: { plan: PlanAt; creator: User | undefined }) {
  const { t, formats } = useLocale(['orders-buying', 'orders-checkout']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const signedIn = useProfile() != null;
  const [remarkMissing, setRemarkMissing] = useState(false);
  const [renews, setRenews] = useState(false);
  const lines = linesFor(plan, search);
  const { choice, complete } = choiceOf(plan, search);
  const checkout = useCheckout(plan, search);
  const { remark, address, invite, redeem, named, sent, invited } = checkout;
  const request = { ...choice, ...checkout.terms };
  const pay = usePayChoice();
  const { price, settling } = usePrice(request, complete);
  const { place, placing, repriced } = usePlacing();
  const refusal = placing.error ?? price.error;
  useStockAfter(refusal, plan.plan_id, lines);
  const upgrading = price.data?.is_upgrade === 1;
  const renewal = signedIn ? price.data?.renewal : null;
  const change = (changed: OrderSearch) => {
    placing.reset();
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  };
  const submit = (another = false) => {
    if (price.data === undefined) return;
    if (plan.config.remark_required && remark.value.trim() === '') return setRemarkMissing(true);
    const agreed = renewal && renews ? { agreement_amount: renewal.amount } : {};
    place({ ...request, ...checkout.input, ...pay.input, ...agreed }, price.data, checkout.draft, another);
  };
  // Checked once when it is applied; then its price is requested like any other.
  const checkCode = (redeem_code: string) => client.fetchQuery(priceQuery({ ...request, redeem_code }));
  const redeemed = redeem.value !== '';
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 7 }}>
        <Stack gap="md">
          <OrderSubject plan={plan} creator={creator} />
          {price.data !== undefined && <UpgradeNote price={price.data} />}
          {price.data !== undefined && <LaterNote price={price.data} />}
          {upgrading && (
            <FurtherMonths
              plan={plan}
              months={furtherMonthsOf(plan, search.further_months)}
              refusal={refusal}
              onChange={(further_months) => change({ further_months })}
            />
          )}
          {plan.product_type === PRODUCT_TYPE.sponsorship && !upgrading && (
            <MonthChoice
              plan={plan}
              months={monthsOf(plan, search.month)}
              discounted={creator?.creator?.discount_option === 1}
              refusal={refusal}
              onChange={(month) => change({ month })}
            />
          )}
          {isBundle(plan.product_type) && (
            <BundleSummary
              plan={plan}
              lines={lines}
              count={choice.bundle_count === undefined ? 1 : Number(choice.bundle_count)}
              complete={complete}
              refusal={refusal}
              onCount={(bundle_count) => change({ bundle_count })}
            />
          )}
          {plan.product_type !== PRODUCT_TYPE.sponsorship && !isBundle(plan.product_type) && (
            <SkuCounts
              plan={plan}
              lines={lines}
              refusal={refusal}
              onChange={(changed) => change({ sku: JSON.stringify(changed) })}
            />
          )}
          {sent && signedIn && (
            <AddressPicker
              value={address.value}
              error={fieldRefusal(refusal, 'address_id') ?? fieldRefusal(refusal, 'province')}
              onChange={(chosen) => {
                placing.reset();
                address.set(chosen);
              }}
            />
          )}
          {named && signedIn && checkout.units.length > 0 && (
            <HoldersForm
              tickets={checkout.units.map((sku_id) => nameOf(plan, sku_id))}
              holders={checkout.holders}
              refusal={placing.error}
            />
          )}
          {invited && (
            <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
              <InviteField
                value={invite.value}
                error={invite.value === '' ? undefined : fieldRefusal(refusal, 'invite_code')}
                onChange={(code) => {
                  placing.reset();
                  invite.set(code);
                }}
              />
            </Paper>
          )}
          <RemarkField
            config={plan.config}
            value={remark.value}
            error={remarkMissing ? t('create.remarkRequired') : fieldRefusal(placing.error, 'remark')}
            onChange={(text) => {
              remark.set(text);
              setRemarkMissing(false);
            }}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <div className={classes.panel}>
          <PricePanel
            plan={plan}
            price={complete ? price : undefined}
            unpriced={
              isBundle(plan.product_type) ? t('orders-checkout:bundle.incomplete') : t('create.choose')
            }
            settling={settling}
            refusal={refusal}
            repriced={repriced}
            sent={sent}
            redeemed={redeemed}
            signedIn={signedIn}
            missing={checkout.missing ?? (redeemed ? undefined : pay.missing)}
            draft={checkout.draft}
            limits={isBundle(plan.product_type) ? undefined : limitsOf(plan, lines)}
            placing={placing.isPending || placing.isSuccess}
            onPlace={() => submit()}
            onPlaceAnother={() => submit(true)}
            onLater={() => change({ begin_at_end: 1 })}
          >
            {signedIn && (
              <RedeemField
                value={redeem.value}
                check={(code) => checkCode(code)}
                onChange={(code) => {
                  placing.reset();
                  redeem.set(code);
                }}
              />
            )}
            {!redeemed && <PayChoice choice={pay} />}
            {renewal != null && !redeemed && (
              <RenewalChoice
                renewal={renewal}
                checked={renews}
                error={fieldRefusal(placing.error, 'agreement_amount')}
                onChange={(checked) => {
                  placing.reset();
                  setRenews(checked);
                }}
              />
            )}
            {signedIn && !redeemed && !upgrading && !search.begin_at_end && !renews && (
              <AddToCartButton
                fullWidth
                entry={
                  complete
                    ? { ...choice, ...checkout.custom, ...(remark.value !== '' && { remark: remark.value }) }
                    : undefined
                }
              />
            )}
          </PricePanel>
        </div>
      </Grid.Col>
    </Grid>
  );

  function nameOf({ sku, name }: Plan, sku_id: string): string {
    const one = sku.find((candidate) => candidate.sku_id === sku_id);
    if (one === undefined) return name;
    return one.ticket_round_begin_time === null
      ? one.name
      : `${one.name} · ${formats.occasion(one.ticket_round_begin_time)}`;
  }
}

interface RenewalProps {
  renewal: NonNullable<PreparedPrice['renewal']>;
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

/** The fan agrees to renewals: amount, period, the first charge, and how to end them. */
function RenewalChoice({ renewal: { amount, months, first_charge_time }, ...props }: RenewalProps) {
  const { t, formats } = useLocale('orders-checkout');
  const { checked, error, onChange } = props;
  return (
    <Checkbox
      label={t(months === 1 ? 'renewal.monthly' : 'renewal.label', {
        amount: formats.money(amount),
        count: months,
      })}
      description={t('renewal.text', { time: formats.dateTime(first_charge_time) })}
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
