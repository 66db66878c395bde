import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { becomeCreator, bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { approveRefundRequest, getRefundableOrder } from '#services/contract/refunds/calls.ts';
import { changeRole } from '#services/contract/staff/admin.ts';
import { demoVisitor, signInAs } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared', demo: true });
const LIVE = { timeout: 60_000 };
const AMOUNT = '¥15,000.00';

/** A creator sells something for more than one person of finance may refund. @returns what orders one of it */
async function piano(creator: Visitor) {
  const person = somebody('林间');
  await signedUp(creator, person);
  await becomeCreator(creator, { name: '林间', url_slug: 'refundoftwo' });
  const plan = await putOnSale(creator, goodsForm('三角钢琴', { name: '黑色', price: '15000.00', stock: 9 }));
  return {
    account: person.account,
    order: async (fan: Visitor): Promise<string> => (await bought(fan, unitsOf(plan, 1))).out_trade_no,
  };
}

const refundsOf = (out_trade_no: string): string => `/finance/refunds?out_trade_no=${out_trade_no}`;

/** Requests the refund of all of an order on its page. */
async function request({ page, t }: Visitor, out_trade_no: string): Promise<void> {
  await goTo(page, refundsOf(out_trade_no));
  await page.getByRole('button', { name: t('finance:refunds.preview') }).click();
  await page.getByText(t('finance:refunds.second')).waitFor();
  await page.getByLabel(t('staff:reason.label')).fill('The piano never arrived');
  await page.getByRole('button', { name: t('finance:refunds.askFor', { amount: AMOUNT }) }).click();
  await page.getByText(t('finance:refunds.asked', { amount: AMOUNT })).waitFor(LIVE);
}

const waiting = ({ page, t }: Visitor) =>
  page.getByRole('region', { name: t('finance:refunds.requests.title'), exact: true });
const approving = (visitor: Visitor) =>
  waiting(visitor).getByRole('button', {
    name: visitor.t('finance:refunds.requests.approve', { amount: AMOUNT }),
  });

/** Approves by the call of the button, like a user without the button. */
async function approve(by: Visitor, out_trade_no: string): Promise<unknown> {
  const { requests } = await call(by, getRefundableOrder, { out_trade_no });
  return call(by, approveRefundRequest, { out_trade_no, refund_id: requests[0]?.refund_id ?? '' });
}

test('a large refund needs a second finance member, and nobody approves their own', async () => {
  const [creator, fan, second] = [
    await stage.visitor({ language: 'zh-CN' }),
    await stage.visitor({ language: 'zh-CN' }),
    await stage.visitor({ language: 'zh-CN' }),
  ];
  const first = await demoVisitor(stage, 'finance');
  await signInAs(second, 'finance', 1);
  const shop = await piano(creator);
  await signedUp(fan, somebody('阿衡'));
  const [sold, own] = [await shop.order(fan), await shop.order(second)];

  await request(first, sold);
  await settled(first.page);
  await waiting(first).getByText(first.t('finance:refunds.requests.own')).waitFor();
  await expect.poll(() => approving(first).count()).toBe(0);
  await expect(approve(first, sold)).rejects.toThrow('"field":"by"');
  await seen(first, 'finance-refund-requested');

  // The second person finds it among what waits, and approves it; the first one's page follows.
  await goTo(second.page, '/finance');
  const listed = second.page
    .getByRole('listitem')
    .filter({ hasText: second.t('finance:attention.why.refund_request') })
    .filter({ has: second.page.locator(`a[href*="${sold}"]`) });
  await listed.getByText(AMOUNT).waitFor(LIVE);
  await seen(second, 'finance-refund-listed');
  await listed.getByRole('link').click();
  await waiting(second).getByText('The piano never arrived').waitFor();
  await settled(second.page);
  await seen(second, 'finance-refund-to-approve');
  await approving(second).click();
  await second.page
    .getByText(second.t('finance:refunds.requests.approved', { amount: AMOUNT }))
    .waitFor(LIVE);
  await first.page.getByText(first.t('finance:refunds.allBack')).waitFor(LIVE);
  await waiting(first).waitFor({ state: 'detached', ...LIVE });

  // The second person bought this one: it is another's to approve, and they cannot refund it either.
  await request(first, own);
  await goTo(second.page, refundsOf(own));
  await waiting(second).waitFor();
  await second.page.getByText(second.t('finance:refunds.own')).waitFor();
  await expect.poll(() => waiting(second).getByRole('button').count()).toBe(0);
  await expect(approve(second, own)).rejects.toThrow('没有权限');
  await seen(second, 'finance-refund-own');

  // The same applies to their own sale.
  const grant = { account: shop.account, role: 'finance' as const, granted: true, reason: 'helps out' };
  await call(await demoVisitor(stage, 'admin'), changeRole, grant);
  await goTo(creator.page, refundsOf(own));
  await waiting(creator).waitFor();
  await expect.poll(() => waiting(creator).getByRole('button').count()).toBe(0);
  await expect(approve(creator, own)).rejects.toThrow('没有权限');
});
