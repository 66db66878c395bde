import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { getRefundableOrder } from '#services/contract/refunds/calls.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'shared', demo: true });
const LIVE = { timeout: 60_000 };

const finance = (): Promise<Visitor> => demoVisitor(stage, 'finance');

/** A fan has paid 25.00 for two large and one small thing of a new creator. @returns the order's number */
async function paidOrder(creator: Visitor, fan: Visitor): Promise<string> {
  await newCreator(creator, '林间', 'refundedbydesk');
  const plan = await putOnSale(
    creator,
    goodsForm('明信片', { name: '大', price: '10.00', stock: 9 }, { name: '小', price: '5.00', stock: 9 }),
  );
  await signedUp(fan, somebody('阿衡'));
  return (await bought(fan, unitsOf(plan, 2, 1))).out_trade_no;
}

/** How wide an apostrophe is, in heights of its font. Runs inside the page. */
function quoteInEm(): number {
  const word = document.createElement('span');
  word.style.fontSize = '100px';
  word.textContent = '’';
  document.body.append(word);
  const { width } = word.getBoundingClientRect();
  word.remove();
  return width / 100;
}

test('finance refunds a part, sees each share, and is refused an outdated rest', async () => {
  const [creator, fan] = [
    await stage.visitor({ language: 'zh-CN' }),
    await stage.visitor({ language: 'zh-CN' }),
  ];
  const order = await paidOrder(creator, fan);
  const desk = await finance();
  const { page, t } = desk;
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const refund = section(t('finance:refunds.refund'));
  const look = () => refund.getByRole('button', { name: t('finance:refunds.preview') }).click();
  const yes = (amount: string) => refund.getByRole('button', { name: t('finance:refunds.yes', { amount }) });
  const give = (amount: string) => yes(amount).click();
  const left = (amount: string) =>
    section(t('finance:refunds.order'))
      .getByText(t('finance:refunds.left'))
      .locator('..')
      .getByText(amount)
      .waitFor(LIVE);

  await goTo(page, '/finance');
  await page.getByRole('link', { name: t('finance:nav.refunds') }).click();
  await page.getByText(t('finance:refunds.start')).waitFor();
  await page.getByLabel(t('finance:refunds.find')).fill('2999');
  await page.keyboard.press('Enter');
  await page.getByText(t('finance:refunds.none')).waitFor();
  await page.getByLabel(t('finance:refunds.find')).fill(order);
  await page.keyboard.press('Enter');
  await left('¥25.00');
  await settled(page);
  await seen(desk, 'finance-refund');
  // English has punctuation as wide as English has it.
  expect(await page.evaluate(quoteInEm)).toBeLessThan(0.5);

  // Too much is refused where it was typed.
  await refund.getByText(t('refunds:amount'), { exact: true }).click();
  await refund.getByLabel(t('refunds:money')).fill('25.01');
  await look();
  await refund.getByText(t('refunds:error.amount', { min: '¥0.01', max: '¥25.00' })).waitFor();

  // One unit: every party returns its share; a reason is required.
  await refund.getByText(t('refunds:units'), { exact: true }).click();
  await refund.getByLabel(t('refunds:unitsOf', { name: '大' }), { exact: true }).fill('1');
  await look();
  const part = (name: string) => refund.getByText(name).locator('..');
  await part(t('finance:refunds.share.net', { name: '林间' }))
    .getByText('¥9.40')
    .waitFor();
  await part(t('finance:refunds.share.service_fee')).getByText('¥0.50').waitFor();
  await part(t('finance:refunds.share.payment_fee')).getByText('¥0.10').waitFor();
  await refund.getByText(t('finance:refunds.effect.stock', { count: 1 })).waitFor();
  await give('¥10.00');
  await refund.getByText(t('staff:reason.needed')).waitFor();
  await refund.getByLabel(t('staff:reason.label')).fill('One card was torn');
  await seen(desk, 'finance-refund-preview');
  await give('¥10.00');
  await refund.getByText(t('finance:refunds.done', { amount: '¥10.00' })).waitFor(LIVE);
  await left('¥15.00');
  await section(t('finance:refunds.past')).getByText('One card was torn').waitFor();
  await seen(desk, 'finance-refund-done');

  // The creator refunds a part of the rest meanwhile: the preview is outdated.
  await look();
  await yes('¥15.00').waitFor();
  await call(creator, refundOrder, { out_trade_no: order, amount: '5.00' });
  await refund.getByLabel(t('staff:reason.label')).fill('The rest as well');
  await give('¥15.00');
  await refund.getByRole('alert').getByText(t('finance:refunds.moved')).waitFor();
  await left('¥10.00');
  await seen(desk, 'finance-refund-moved');
  await look();
  await refund.getByLabel(t('staff:reason.label')).fill('The rest as well');
  await give('¥10.00');
  await refund.getByText(t('finance:refunds.allBack')).waitFor(LIVE);

  // It is in the log, and in the list of staff actions.
  await refund.getByRole('link', { name: t('finance:refunds.trace') }).click();
  await page.waitForURL(`**/finance/trace?out_trade_no=${order}`);
  await page.getByText('The rest as well').first().waitFor(LIVE);
  await page.getByRole('link', { name: t('books:entry.refunds'), exact: true }).click();
  await refund.waitFor();
  await goTo(page, '/finance/audit?area=refunds');
  await page.getByText('The rest as well').first().waitFor(LIVE);

  // As if the provider had not sent the first part for a day.
  await page.route(`**${getRefundableOrder.path}?*`, async (route) => {
    const answer = await call(desk, getRefundableOrder, { out_trade_no: order });
    const [first, ...others] = answer.refunds;
    const unsent = { ...first, time: 1_700_000_000, sent_at: null };
    const data = { ...answer, refunds: [unsent, ...others] };
    // The page may be left meanwhile.
    await route.fulfill({ json: { ec: 200, em: '', data } }).catch(() => undefined);
  });
  await goTo(page, `/finance/refunds?out_trade_no=${order}`);
  await page.getByRole('button', { name: t('finance:refunds.byHand.open') }).click();
  await page.getByLabel(t('staff:reason.label')).fill('Refunded in the console');
  await page.getByLabel(t('finance:refunds.byHand.number')).fill('re_7');
  await seen(desk, 'finance-refund-by-hand');
  // It was sent: nothing is recorded.
  await page.getByRole('button', { name: t('finance:refunds.byHand.yes') }).click();
  await page.getByRole('alert').waitFor();
  await page.unroute(`**${getRefundableOrder.path}?*`);

  // Of the past nothing is refunded.
  const last = (await call(fan, getOrder, { out_trade_no: order })).position;
  await goTo(page, `/finance/refunds?out_trade_no=${order}&as_of=${last}`);
  await refund.getByText(t('finance:refunds.inThePast')).waitFor();
  const path = `/finance/refunds?out_trade_no=${order}`;
  expect(await walk(desk, [{ name: 'finance-refund-all-back', path }])).toEqual([]);
});
