import { Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Receipt } from '#services/contract/orders/receipts.ts';
import { BRAND_NAME } from '../../../app/brand.ts';
import { Fact, MainFact } from '../../../components/fact.tsx';
import { Reduction } from '../../../components/orders/reduction.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './receipt.module.css';

const PAY = ['apy', 'wpy', 'pp', 'bank', 'strp', '3'] as const;
const isMoney = (amount: string): boolean => Number(amount) > 0;

/** A receipt: numbers, parties, lines, sums, refunds, and the payment's log position. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { t } = useLocale('orders-after-payment');
  return (
    <article className={classes.sheet}>
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <Title order={1} fz={28}>
            {t('receipt.title')}
          </Title>
          <Text fw={650}>{BRAND_NAME}</Text>
        </Group>
        <Facts receipt={receipt} />
        <Lines receipt={receipt} />
        <Sums receipt={receipt} />
        <Text className="footnote">{t('receipt.note')}</Text>
      </Stack>
    </article>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { t, formats } = useLocale('orders-after-payment');
  const { py_type, provider, cart_order_no, charge_id } = receipt;
  const pay = PAY.find((one) => py_type === one || (one === 'wpy' && py_type.includes('wpy')));
  return (
    <Stack gap={6}>
      <Fact label={t('receipt.number')}>{receipt.out_trade_no}</Fact>
      {cart_order_no !== '' && <Fact label={t('receipt.together')}>{cart_order_no}</Fact>}
      <Fact label={t('receipt.seller')}>{receipt.seller.name}</Fact>
      <Fact label={t('receipt.buyer')}>{receipt.buyer.name}</Fact>
      <Fact label={t('receipt.paidAt')}>{formats.dateTime(receipt.paid_at)}</Fact>
      <Fact label={t('receipt.payment')}>
        {pay === undefined ? py_type : t(`receipt.pay.${pay}`)}
        {provider === 'stripe' && pay !== 'strp' && ' (Stripe)'}
      </Fact>
      {charge_id !== '' && <Fact label={t('receipt.charge')}>{charge_id}</Fact>}
      <Fact label={t('receipt.position')}>{formats.number(receipt.position)}</Fact>
      <Fact label={t('receipt.issued')}>{formats.dateTime(receipt.issued_at)}</Fact>
    </Stack>
  );
}

function Lines({ receipt }: { receipt: Receipt }) {
  const { t, formats } = useLocale('orders-after-payment');
  // Of months there is an amount and no price of one.
  const priced = receipt.lines.some(({ price }) => price !== null);
  return (
    <Table horizontalSpacing={0} verticalSpacing="xs" className="figures">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('receipt.item')}</Table.Th>
          {priced && (
            <Table.Th ta="right" className={classes.price}>
              {t('receipt.price')}
            </Table.Th>
          )}
          <Table.Th ta="right" className={classes.number}>
            {t('receipt.count')}
          </Table.Th>
          <Table.Th ta="right" className={classes.number}>
            {t('receipt.amount')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {receipt.lines.map(({ name, count, unit, price, amount, parts }, at) => (
          // Lines have no ids: two can be equal.
          <Table.Tr key={at}>
            <Table.Td className={classes.name}>
              <Text>{name === '' ? t('receipt.custom') : name}</Text>
              {price !== null && (
                <Text size="sm" c="dimmed" className={classes.priceBelow}>
                  {formats.money(price)}
                </Text>
              )}
              {parts.length > 0 && (
                <Text className="hint">{formats.words(parts.map((part) => t('money.line', part)))}</Text>
              )}
            </Table.Td>
            {priced && (
              <Table.Td ta="right" className={classes.price}>
                {price === null ? '' : formats.money(price)}
              </Table.Td>
            )}
            <Table.Td ta="right" className={classes.number}>
              {t(`receipt.unit.${unit}`, { count })}
            </Table.Td>
            <Table.Td ta="right" className={classes.number}>
              {formats.money(amount)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Sums({ receipt }: { receipt: Receipt }) {
  const { t, formats } = useLocale('orders-after-payment');
  const { shipping_fee, total_amount, refunds, kept_amount } = receipt;
  return (
    <Stack gap={6} className={classes.sums}>
      {isMoney(shipping_fee) && <Fact label={t('money.shipping')}>{formats.money(shipping_fee)}</Fact>}
      <MainFact label={t('receipt.total')}>{formats.money(total_amount)}</MainFact>
      <Reduction {...receipt} />
      {refunds.map(({ amount, reason, time, sent_at, position }) => (
        <div key={position}>
          <Fact label={t('receipt.refund')}>−{formats.money(amount)}</Fact>
          <Text className="footnote">
            {[
              formats.dateTime(time),
              sent_at === null
                ? t('receipt.refundOpen')
                : t('receipt.refundSent', { time: formats.dateTime(sent_at) }),
              t('receipt.at', { position }),
              ...(reason === '' ? [] : [reason]),
            ].join(' · ')}
          </Text>
        </div>
      ))}
      {refunds.length > 0 && <MainFact label={t('money.kept')}>{formats.money(kept_amount)}</MainFact>}
    </Stack>
  );
}
