import { z } from 'zod';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import { noticePath } from '#services/modules/payments/notice-path.ts';
import { goTo } from '../going.ts';
import type { Visitor } from '../visitor.ts';
import type { Installation } from './installation.ts';
import { confirmByMail, type Someone } from './people-steps.ts';

/** From a click through log, worker and provider to the open page. */
export const LIVE = { timeout: 60_000 };

/** Sends what Stripe sends, through the proxy. @returns the HTTP status */
async function notify(at: Installation, type: string, object: object) {
  const { body, headers } = at.stripe.event(type, object, Date.now());
  return post(at, body, headers, '127.0.0.1');
}

/** Posts to the address that the operator enters at Stripe. @returns the HTTP status */
export async function post(at: Installation, body: Buffer, headers: Record<string, string>, from: string) {
  const agent = at.caddy.from(from);
  const answer = await agent.request({
    origin: at.caddy.base,
    method: 'POST',
    path: noticePath('stripe'),
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await answer.body.dump();
  await agent.close();
  return answer.statusCode;
}

/** The page of Stripe: who opens it pays, Stripe tells the server, and the payer goes back by a link. */
async function atStripe(at: Installation, { page }: Visitor): Promise<void> {
  await page.route('https://checkout.stripe.com/**', async (route) => {
    const session = [...at.stripe.sessions.values()].find(({ url }) => url === route.request().url());
    if (!session) return route.fulfill({ status: 404 });
    const status = await notify(at, 'checkout.session.completed', at.stripe.pay(session));
    const body = `<!doctype html><title>Stripe</title><a href="${session.success_url}">${status}</a>`;
    return route.fulfill({ contentType: 'text/html', body });
  });
}

/** Orders a month of the creator's plan, and pays by card at Stripe. @returns the order's number */
export async function buyMonth(at: Installation, fan: Visitor, slug: string, plan: string): Promise<string> {
  const { page, t } = fan;
  await goTo(page, `/a/${slug}/plan`);
  const order = (word: string) => page.getByRole('link', { name: `${word} ${plan}` });
  // A member renews.
  await order(t('catalog-creators:plan.sponsor'))
    .or(order(t('catalog-creators:plan.renew')))
    .click();
  await page.waitForURL('/order/create?*');
  await page.getByRole('radio', { name: t('orders-checkout:pay.strp') }).click();
  await page.getByRole('button', { name: t('orders-buying:create.place') }).click();
  const again = page.getByRole('button', { name: t('orders-checkout:again.yes') });
  const pay = page.getByRole('link', {
    name: t('orders-buying:cashier.pay', { amount: '¥50.00', method: t('orders-checkout:pay.strp') }),
  });
  await again
    .or(pay.filter({ visible: true }))
    .first()
    .waitFor();
  if (await again.isVisible()) await again.click();
  await pay.filter({ visible: true }).waitFor();
  const out_trade_no = new URL(page.url()).searchParams.get('out_trade_no') ?? '';
  await atStripe(at, fan);
  await pay.filter({ visible: true }).click();
  await page.getByRole('link', { name: '200', exact: true }).click();
  await page.getByRole('heading', { name: t('orders-buying:check.paid') }).waitFor(LIVE);
  return out_trade_no;
}

/** The receipt names the true method. */
export async function readReceipt({ page, t }: Visitor, out_trade_no: string): Promise<void> {
  await goTo(page, `/order/receipt?out_trade_no=${out_trade_no}`);
  await page.getByRole('heading', { name: t('orders-after-payment:receipt.title') }).waitFor();
  await page.getByText(out_trade_no).first().waitFor();
  await page.getByText(t('orders-after-payment:receipt.pay.strp')).waitFor();
}

/** The creator returns all of an order; Stripe has refunded it at the end. */
export async function refundAll(creator: Visitor, out_trade_no: string): Promise<void> {
  const { page, t } = creator;
  await goTo(page, `/dashboard/sponsored-bill?order=${out_trade_no}`);
  const drawer = page.getByRole('dialog', { name: t('orders-received:order'), exact: true });
  await drawer.getByRole('button', { name: t('refunds:open') }).click();
  const dialog = page.getByRole('dialog', { name: t('refunds:title'), exact: true });
  await dialog.getByLabel(t('refunds:reason')).fill('Ordered twice');
  await dialog.getByRole('button', { name: t('refunds:next') }).click();
  await dialog.getByRole('button', { name: t('refunds:confirm', { amount: '¥50.00' }) }).click();
  await dialog.waitFor({ state: 'hidden' });
  await drawer.getByText(t('orders-after-payment:story.refund_sent')).waitFor(LIVE);
}

/** Adds the account that gets the money, which needs a mailed code. */
export async function addAlipay(at: Installation, creator: Someone, account: string): Promise<void> {
  const { page, t } = creator;
  await goTo(page, '/setting/payment');
  await page.getByLabel(t('withdrawals-methods:wallet.realname')).fill('王小明');
  await page.getByLabel(t('withdrawals-methods:wallet.account')).fill(account);
  await page.getByRole('button', { name: t('withdrawals-methods:save') }).click();
  await confirmByMail(at, creator);
  await page.getByText(t('withdrawals-methods:already'), { exact: true }).waitFor();
}

const applied = z.object({ data: z.object({ order_id: z.string() }) });

/** @returns the number of the withdrawal */
export async function withdraw({ page, t }: Visitor, amount: string): Promise<string> {
  await page.goto('/withdraw');
  await page.getByRole('button', { name: `${t('withdrawals:purse.available')} ¥${amount}` }).waitFor(LIVE);
  await page.getByLabel(t('withdrawals:apply.amount')).fill(amount);
  await page.getByRole('button', { name: t('withdrawals:apply.next') }).click();
  const yes = t('withdrawals:confirm.yes', { money: `¥${amount}` });
  const answered = page.waitForResponse(`**${applyWithdraw.path}`);
  await page.getByRole('dialog').getByRole('button', { name: yes }).click();
  const { data } = applied.parse(await (await answered).json());
  await page.getByText(t('withdrawals:confirm.done', { money: `¥${amount}` })).waitFor();
  await goTo(page, '/setting/withdraw');
  return data.order_id;
}

/** Finance approves, with a code of the authenticator. */
export async function approve(desk: Visitor, order_id: string, code: () => Promise<string>): Promise<void> {
  const { page, t } = desk;
  await goTo(page, `/finance/withdrawals?withdrawal=${order_id}`);
  const dialog = page.getByRole('dialog').first();
  await dialog.getByText(order_id, { exact: true }).waitFor(LIVE);
  await dialog.getByRole('button', { name: t('withdrawals-payouts:judge.approve') }).click();
  await dialog.getByLabel(t('withdrawals-payouts:judge.note')).fill('Checked');
  await dialog.getByRole('button', { name: t('withdrawals-payouts:judge.approve') }).click();
  const confirming = page.getByRole('dialog', { name: t('accounts-security:confirm.title') });
  await confirming.getByLabel(t('accounts-security:field.code')).fill(await code());
  const submit = t('accounts-security:confirm.submit');
  await confirming.getByRole('button', { name: submit, exact: true }).click();
  await page
    .getByRole('dialog')
    .locator('.mantine-Timeline-itemTitle')
    .last()
    .filter({ hasText: t('withdrawals-payouts:story.paid') })
    .waitFor(LIVE);
}

/** Finance compares the settlements of the finished month with their lines. */
export async function checkMonth({ page, t }: Visitor, settlements: number): Promise<void> {
  await goTo(page, '/finance/settlements');
  await page.getByRole('row').nth(1).getByText(t('income-settlements:status.available')).waitFor(LIVE);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: t('income-settlements:compare.start') }).click();
  await page.getByText(t('income-settlements:compare.agrees', { count: settlements })).waitFor(LIVE);
}
