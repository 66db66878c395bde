import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { codeFor } from '#ops/actors/people.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { settleSandboxPayout } from '#services/contract/withdrawals/sandbox-payouts.ts';
import { bindBank, editWithdrawMethod, verifyBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { applyWithdraw, getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { signInAs } from '../demo-people.ts';
import { earned, untilAvailable } from '../earning.ts';
import { goTo } from '../going.ts';
import type { Page } from '../pages/page.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'throwaway', demo: true });
const PATIENCE_MS = 300_000;
/** From a click through log, worker and provider to the open page. */
const LIVE = { timeout: 60_000 };
const DAY_S = 86_400;

/** One of the two people of finance. */
async function finance(who: 0 | 1, width = 1280): Promise<Visitor> {
  const visitor = await stage.visitor({ language: 'en-US', width });
  await signInAs(visitor, 'finance', who);
  return visitor;
}

/** An account at Alipay, and a bank card that is proved by its code. */
async function haveMethods(creator: Visitor): Promise<void> {
  const wallet = { type: 'apy' as const, realname: '王小明', account: 'wang@example.com' };
  await call(creator, editWithdrawMethod, wallet);
  const mobile_number = '13800138000';
  await call(creator, bindBank, {
    number: '11010519491231002X',
    name: '王小明',
    mobile_number,
    mobile_bank: '',
    bank_acct_no: '6222000012345678',
    bank_code: 'CMB',
    bank_branch_code: '',
  });
  await call(creator, verifyBank, { sms_code: await codeFor(creator, mobile_number) });
}

const askFor = async (creator: Visitor, amount: string): Promise<string> =>
  (await call(creator, applyWithdraw, { amount, withdraw_type: 1 })).order_id;

/** Opens a withdrawal at the desk. */
async function open({ page }: Visitor, order_id: string): Promise<void> {
  await goTo(page, `/finance/withdrawals?withdrawal=${order_id}`);
  await page.getByRole('dialog').getByText(order_id, { exact: true }).waitFor(LIVE);
}

async function approve(desk: Visitor, order_id: string, note: string): Promise<void> {
  const { page, t } = desk;
  await open(desk, order_id);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('withdrawals-payouts:judge.approve') }).click();
  await dialog.getByLabel(t('withdrawals-payouts:judge.note')).fill(note);
  await dialog.getByRole('button', { name: t('withdrawals-payouts:judge.approve') }).click();
}

/** The last line of the open withdrawal's story. */
const toldLast = ({ page }: Visitor, what: string) =>
  page.getByRole('dialog').locator('.mantine-Timeline-itemTitle').last().filter({ hasText: what });

/** The settlement of the finished month, recomputed. */
async function checkSettlement({ page, t }: Visitor, name: string): Promise<void> {
  await goTo(page, '/finance');
  await page.getByRole('link', { name: t('finance:nav.settlements') }).click();
  await page.getByRole('row').nth(1).getByText(t('income-settlements:status.available')).waitFor();
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: t('income-settlements:compare.start') }).click();
  await page.getByText(/settlements compared: all match/).waitFor(LIVE);
  await page.getByRole('button', { name: t('income-settlements:openOne', { name }), exact: true }).click();
  await page.getByText(t('income-settlements:evidence.agrees')).waitFor();
}

/** Turns the desk to the end of a day by its control. @param day Unix seconds within it */
async function turnTo({ page, t }: Visitor, day: number): Promise<void> {
  await page.getByRole('button', { name: t('finance:asOf.now') }).click();
  await page.getByLabel(t('finance:asOf.day'), { exact: true }).click();
  const name = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Shanghai' });
  await page.getByRole('button', { name: name.format(day * 1000) }).click();
  await page.getByRole('button', { name: t('finance:asOf.turn') }).click();
  await page.getByText(t('finance:asOf.banner')).waitFor();
}

test(
  'finance sees a month settled, approves withdrawals, and views past books',
  async () => {
    const creator = await stage.visitor({ language: 'zh-CN' });
    const fan = await stage.visitor({ language: 'zh-CN' });
    const [desk, second] = [await finance(0), await finance(1)];
    const { page, t } = desk;
    await earned(creator, fan, 'finance1', '15000.00');
    const { next_time } = await call(creator, getBalance);
    await untilAvailable(creator, '14100.00');
    await haveMethods(creator);
    await checkSettlement(desk, '林间');
    await settled(page);
    await seen(desk, 'finance-settlement');

    const large = await askFor(creator, '12000.00');
    // The sandbox's provider answers for this amount that the account does not exist.
    const small = await askFor(creator, '20.41');
    await goTo(page, '/finance');
    await page.getByRole('listitem').filter({ hasText: '¥12,000.00' }).waitFor(LIVE);
    await seen(desk, 'finance-overview');

    await approve(desk, large, 'Called the creator');
    await toldLast(desk, t('withdrawals-payouts:story.approved_first')).waitFor(LIVE);
    await page.getByRole('dialog').getByText(t('withdrawals-payouts:judge.otherPerson')).waitFor();
    const again = page
      .getByRole('dialog')
      .getByRole('button', { name: t('withdrawals-payouts:judge.approve') });
    await expect.poll(() => again.isDisabled()).toBe(true);
    await seen(desk, 'finance-approved-first');
    await approve(second, large, 'Checked as well');
    await toldLast(second, t('withdrawals-payouts:story.paid')).waitFor(LIVE);
    await seen(second, 'finance-paid');

    await approve(desk, small, '');
    await toldLast(desk, t('withdrawals-payouts:story.failed')).waitFor(LIVE);
    await goTo(page, '/finance');
    await page.getByRole('listitem').filter({ hasText: '¥20.41' }).waitFor(LIVE);
    const counts = page.getByRole('list', { name: t('finance:attention.counts') });
    await counts.getByRole('link', { name: t('finance:attention.kind.failed') }).click();
    await page.waitForURL((url) => url.searchParams.get('attention') === 'failed');
    await page.getByRole('row').filter({ hasText: '¥20.41' }).waitFor(LIVE);
    await seen(desk, 'finance-failed');
    await goTo(creator.page, '/setting/withdraw');
    const switching = { name: creator.t('withdrawals:records.switch') };
    await creator.page.getByRole('button', switching).click();
    await creator.page.getByRole('dialog').getByRole('button', switching).click();
    await expect.poll(() => creator.page.locator('main tbody tr').count(), LIVE).toBe(3);

    await open(desk, small);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('withdrawals-payouts:openOther') })
      .click();
    await page.waitForURL((url) => url.searchParams.get('withdrawal') !== small);
    const switched = new URL(page.url()).searchParams.get('withdrawal') ?? '';
    await page.getByLabel(t('withdrawals-payouts:payee.why')).fill('Compare with the identity card');
    await page.getByRole('button', { name: t('withdrawals-payouts:payee.show') }).click();
    await page.getByText('6222000012345678').waitFor();
    await approve(desk, switched, '');
    await toldLast(desk, t('withdrawals-payouts:story.paid')).waitFor(LIVE);
    await seen(desk, 'finance-switched');
    await creator.page.locator('main tbody tr').first().getByText('已打款').waitFor(LIVE);

    await goTo(page, `/finance/withdrawals?user_id=${await userOf(creator)}`);
    await page.getByText(t('withdrawals-payouts:found', { count: 3, amount: '¥12,040.82' })).waitFor();
    await turnTo(desk, next_time - DAY_S);
    await page.getByText(t('withdrawals-payouts:empty')).waitFor();
    await seen(desk, 'finance-then-withdrawals');
    await page.getByRole('link', { name: t('finance:nav.settlements') }).click();
    await page.getByRole('row').nth(1).getByText(t('income-settlements:status.running')).waitFor();
    await page.getByRole('link', { name: t('finance:nav.overview') }).click();
    await page.getByText(t('finance:asOf.banner')).waitFor();
    await page.getByText('¥0.00: both sides are equal', { exact: false }).waitFor();
    await settled(page);
    await seen(desk, 'finance-then');
    await page.getByRole('button', { name: t('finance:asOf.backToNow') }).click();
    await page.getByRole('button', { name: t('finance:asOf.now') }).waitFor();
  },
  PATIENCE_MS,
);

/** The provider contradicts its answer about a withdrawal's newest payout. */
const says = (creator: Visitor, order_id: string, outcome: 'succeeded' | 'failed'): Promise<unknown> =>
  call(creator, settleSandboxPayout, { order_id, outcome });

/** Closes the dispute of the open withdrawal, by the choice and with how it is known. */
async function close(
  { page, t }: Visitor,
  outcome: 'reached' | 'not_reached',
  reason: string,
  before: () => Promise<void> = async () => undefined,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: t(`withdrawals-payouts:dispute.choice.${outcome}`), exact: true })
    .click();
  await dialog.getByLabel(t('withdrawals-payouts:dispute.reason')).fill(reason);
  await before();
  await dialog.getByRole('button', { name: t(`withdrawals-payouts:dispute.confirm.${outcome}`) }).click();
  await dialog.getByText(t('withdrawals-payouts:dispute.titleClosed')).first().waitFor(LIVE);
}

/** The page in all widths, languages and themes, in a separate window. */
async function walkBeside(visitor: Visitor, pages: readonly Page[]): Promise<void> {
  const beside = await stage.visitor({ language: 'zh-CN' });
  await beside.context.addCookies(await visitor.context.cookies());
  expect(await walk(beside, pages)).toEqual([]);
}

test(
  'a provider changes its mind twice, and finance closes what it disputes; the creator sees what became of it',
  async () => {
    const creator = await stage.visitor({ language: 'zh-CN' });
    const fan = await stage.visitor({ language: 'zh-CN' });
    const [desk, other] = [await finance(0), await finance(1)];
    const { t } = desk;
    await earned(creator, fan, 'finance2', '100.00');
    await untilAvailable(creator, '94.00');
    await haveMethods(creator);
    const order_id = await askFor(creator, '20.41');
    await approve(desk, order_id, '');
    await toldLast(desk, t('withdrawals-payouts:story.failed')).waitFor(LIVE);
    await goTo(creator.page, '/withdraw');
    const available = (amount: string) => creator.page.getByRole('button', { name: `可提现 ${amount}` });
    await available('¥94.00').waitFor(LIVE);

    await says(creator, order_id, 'succeeded');
    await toldLast(desk, t('withdrawals-payouts:story.disputed_paid')).waitFor(LIVE);
    await creator.page.reload();
    await available('¥73.59').waitFor(LIVE);
    // The hold is that payout, and no posting explains it.
    await creator.page.getByRole('button', { name: '暂扣 ¥20.41' }).click();
    const held = creator.page.getByRole('dialog');
    await held.getByRole('link', { name: order_id }).waitFor(LIVE);
    await settled(creator.page);
    expect(await held.getByRole('article').count()).toBe(0);
    await seen(creator, 'withdraw-disputed-held');
    await goTo(other.page, '/finance');
    const waits = other.page.getByRole('listitem').filter({ hasText: '¥20.41' });
    await waits.getByText(t('finance:attention.kind.disputed')).waitFor(LIVE);
    const place = `/finance/withdrawals?withdrawal=${order_id}`;
    await walkBeside(desk, [{ name: 'finance-dispute', path: place }]);
    await walkBeside(creator, [
      { name: 'withdraw-disputed', path: '/withdraw' },
      { name: 'withdraw-disputed-held', path: '/withdraw?figure=on_hold' },
    ]);

    await close(desk, 'reached', 'It stands on the bank’s statement of today', () =>
      seen(desk, 'finance-dispute-closing'),
    );
    await toldLast(desk, t('withdrawals-payouts:story.closed_reached')).waitFor(LIVE);
    // It disappears from the list on the other person's open page.
    await waits.waitFor({ state: 'detached', ...LIVE });
    await walkBeside(desk, [{ name: 'finance-dispute-closed', path: place }]);
    await creator.page.reload();
    await creator.page.locator('main tbody tr').first().getByText('已打款').waitFor(LIVE);
    await available('¥73.59').waitFor(LIVE);
    await creator.page.getByRole('button', { name: '暂扣 ¥0.00' }).waitFor();

    await says(creator, order_id, 'failed');
    await toldLast(desk, t('withdrawals-payouts:story.disputed_failed')).waitFor(LIVE);
    await close(desk, 'not_reached', 'The bank sent it back');
    await toldLast(desk, t('withdrawals-payouts:story.closed_not_reached')).waitFor(LIVE);
    await creator.page.reload();
    await available('¥94.00').waitFor(LIVE);
    await creator.page.locator('main tbody tr').first().getByText('收款账号不存在').waitFor(LIVE);
    await walkBeside(creator, [{ name: 'withdraw-came-back', path: '/withdraw?figure=available' }]);
  },
  PATIENCE_MS,
);

const userOf = async (visitor: Visitor): Promise<string> => (await call(visitor, getMyProfile)).user.user_id;
