import { Chip, Grid, SimpleGrid, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#services/contract/accounts/accounts.ts';
import { MAX_YUAN } from '#services/contract/fields/amounts.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useProfile } from '../../../app/session.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { PayChoice, usePayChoice } from '../../payments/pay-choice.tsx';
import { useDraft } from './draft.ts';
import classes from './order-form.module.css';
import { PricePanel } from './price-panel.tsx';
import { RemarkField } from './remark-field.tsx';
import { usePlacing, usePrice } from './use-order.ts';

const route = getRouteApi('/order/create');
const OFFERED = ['5.00', '10.00', '20.00', '50.00', '100.00', '200.00'];
const MIN_AMOUNT = '5.00';
const FIRST = '20.00';

const isAmount = (yuan: string): boolean => Number(yuan) >= Number(MIN_AMOUNT) && Number(yuan) <= MAX_YUAN;

/** An amount of the fan's choice for a creator, without a plan. */
export function CustomForm({ creator }: { creator: User }) {
  const { t, formats } = useLocale('orders-checkout');
  const {
    custom_price: begun = FIRST,
    remark: word = '',
    custom_order_id,
    affiliate_code,
  } = route.useSearch();
  const [amount, setAmount] = useState(begun);
  const navigate = route.useNavigate();
  const signedIn = useProfile() != null;
  const draft = useDraft();
  const [remark, setRemark] = useState(draft.remark ?? word);
  const choice = {
    user_id: creator.user_id,
    custom_price: amount,
    ...(affiliate_code !== undefined && { affiliate_code }),
  };
  const good = isAmount(amount);
  const pay = usePayChoice();
  const { price, settling } = usePrice(choice, good);
  const { place, placing, repriced } = usePlacing();
  const refusal = placing.error ?? price.error;
  const set = (custom_price: string) => {
    placing.reset();
    setAmount(custom_price);
    if (isAmount(custom_price))
      void navigate({ search: (before) => ({ ...before, custom_price }), replace: true, resetScroll: false });
  };
  const submit = (another = false) =>
    price.data &&
    place(
      {
        ...choice,
        ...pay.input,
        remark: remark.trim(),
        ...(custom_order_id !== undefined && { custom_order_id }),
      },
      price.data,
      { remark },
      another,
    );
  const range = t('custom.range', { min: formats.money(MIN_AMOUNT), max: formats.money(String(MAX_YUAN)) });
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 7 }}>
        <Stack gap="md">
          <Section title={t('custom.title')} text={t('custom.text', { min: formats.money(MIN_AMOUNT) })}>
            <Chip.Group value={amount} onChange={(chosen) => set(String(chosen))}>
              <SimpleGrid cols={3} spacing="xs" role="radiogroup" aria-label={t('custom.title')}>
                {OFFERED.map((yuan) => (
                  <Chip key={yuan} value={yuan} size="md" classNames={{ label: classes.amount }}>
                    {formats.moneyTick(Number(yuan))}
                  </Chip>
                ))}
              </SimpleGrid>
            </Chip.Group>
            <NumberField
              label={t('custom.other')}
              w={220}
              min={Number(MIN_AMOUNT)}
              max={MAX_YUAN}
              decimals={2}
              value={amount}
              error={good ? fieldRefusal(refusal, 'custom_price') : range}
              onChange={(amount) => set(typeof amount === 'number' ? amount.toFixed(2) : amount)}
            />
          </Section>
          <RemarkField value={remark} onChange={setRemark} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <div className={classes.panel}>
          <PricePanel
            plan={null}
            price={good ? price : undefined}
            unpriced={t('custom.text', { min: formats.money(MIN_AMOUNT) })}
            settling={settling}
            refusal={refusal}
            repriced={repriced}
            sent={false}
            redeemed={false}
            signedIn={signedIn}
            missing={pay.missing}
            draft={{ remark }}
            placing={placing.isPending || placing.isSuccess}
            onPlace={() => submit()}
            onPlaceAnother={() => submit(true)}
          >
            <PayChoice choice={pay} />
          </PricePanel>
        </div>
      </Grid.Col>
    </Grid>
  );
}
