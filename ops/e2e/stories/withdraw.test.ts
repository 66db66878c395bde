import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { codeFor } from '#ops/actors/people.ts';
import { pictures } from '#services/api/testing/pictures.ts';
import { countCartEntries } from '#services/contract/cart/calls.ts';
import { getDashboard } from '#services/contract/stats/calls.ts';
import { sandboxClock, sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { approveWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { listMyWithdrawals } from '#services/contract/withdrawals/withdrawals.ts';
import { demoVisitor } from '../demo-people.ts';
import { earned, untilAvailable } from '../earning.ts';
import { goTo } from '../going.ts';
import type { Page } from '../pages/page.ts';
import { seen } from '../seen.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { walk } from '../walk.ts';

const stage = onStage({ database: 'throwaway', demo: true });
/** From finance through log, worker and provider to the open page. */
const LIVE = { timeout: 60_000 };

const finance = (): Promise<Visitor> => demoVisitor(stage, 'finance');

/** The creator's newest withdrawal is approved. */
async function approveNewest(creator: Visitor, by: Visitor): Promise<void> {
  const { list } = await call(creator, listMyWithdrawals);
  const id = list[0]?.order_id ?? '';
  // Finance finds it once its read model has it.
  await expect
    .poll(() => call(by, approveWithdrawal, { id }).then(() => 'approved', String), LIVE)
    .toBe('approved');
}

async function applyFor({ page, t }: Visitor, amount: string): Promise<void> {
  await page.getByLabel(t('withdrawals:apply.amount')).fill(amount);
  await page.getByRole('button', { name: t('withdrawals:apply.next') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('withdrawals:confirm.yes', { money: `¥${amount}` }) })
    .click();
  await page.getByText(t('withdrawals:confirm.done', { money: `¥${amount}` })).waitFor();
}

async function bindCard({ page, t }: Visitor, card: string): Promise<void> {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field(t('withdrawals-methods:bank.name')).fill('王小明');
  await field(t('withdrawals-methods:bank.number')).fill('11010519491231002X');
  await field(t('withdrawals-methods:bank.cardNumber')).fill(card);
  const bank = page.getByRole('combobox', { name: t('withdrawals-methods:bank.bank') });
  await bank.fill('招商');
  await page.getByRole('option', { name: '招商银行' }).click();
  await field(t('withdrawals-methods:bank.mobileNumber')).fill('138 0013 8000');
  await page.getByRole('button', { name: t('withdrawals-methods:bank.next') }).click();
  await page.getByText(t('withdrawals-methods:bank.step', { step: 2 })).waitFor();
}

/** The sandbox shows the message next to the field. */
function codeButton({ page, t }: Visitor): Locator {
  const [before = '', after = ''] = t('accounts:outbox.use', { code: '|' }).split('|');
  return page.getByRole('button', { name: new RegExp(`^${before}\\d{6}${after}$`) });
}

async function enterCode(visitor: Visitor): Promise<void> {
  const { page, t } = visitor;
  await codeButton(visitor).click();
  await page.getByRole('button', { name: t('withdrawals-methods:bank.verify') }).click();
}

/** A page of the creator in a separate window: all widths, languages and themes. */
async function walkBeside(creator: Visitor, pages: readonly Page[]): Promise<void> {
  const beside = await stage.visitor({ language: 'zh-CN' });
  await beside.context.addCookies(await creator.context.cookies());
  expect(await walk(beside, pages)).toEqual([]);
}

const cardPage = (state: string): Page[] => [
  { name: `payment-${state}`, path: '/setting/payment?method=bank' },
];

test('a creator withdraws, sees it fail, switches it to a bank card bound by its code, and gets it', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const desk = await finance();
  const { page, t } = creator;
  await earned(creator, fan, 'payday', '100.00');
  await goTo(page, '/withdraw');
  await page.getByText(t('withdrawals:apply.noMethod')).waitFor();
  await page.getByRole('button', { name: '¥94.00' }).waitFor();
  await seen(creator, 'withdraw-pending');

  await untilAvailable(creator, '94.00');
  await page.reload();
  await page.getByText(t('withdrawals:todo.method')).waitFor();
  // The overview says so too, also without its figures.
  await page.route(`**${getDashboard.path}*`, (route) =>
    route.fulfill({ json: { ec: 40400, em: 'no figures', data: {} } }),
  );
  await goTo(page, '/dashboard/stats');
  await page.getByText(t('shell:failed.part')).first().waitFor();
  await page.getByText(t('withdrawals:todo.method')).waitFor();
  await page.unrouteAll();
  await goTo(page, '/withdraw');
  await page.getByRole('button', { name: `${t('withdrawals:purse.available')} ¥94.00` }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(t('withdrawals:entries.kind.settlement')).waitFor();
  await settled(page);
  await seen(creator, 'withdraw-entries');
  await drawer.getByRole('button', { name: t('shell:action.close') }).click();

  await page.getByRole('link', { name: t('withdrawals:apply.setUp') }).click();
  await page.getByLabel(t('withdrawals-methods:wallet.realname')).fill('王小明');
  await page.getByLabel(t('withdrawals-methods:wallet.account')).fill('wang@example.com');
  await seen(creator, 'payment-alipay');
  await page.getByRole('button', { name: t('withdrawals-methods:save') }).click();
  await page.getByText(t('withdrawals-methods:already'), { exact: true }).waitFor();

  await page.getByRole('link', { name: t('withdrawals-methods:toWithdraw') }).click();
  await page.getByLabel(t('withdrawals:apply.amount')).fill('94.01');
  await page.getByRole('button', { name: t('withdrawals:apply.next') }).click();
  await page.getByText(t('withdrawals:apply.error.amount', { min: '¥1.00', max: '¥94.00' })).waitFor();
  // The sandbox's provider answers for this amount that the account does not exist.
  await applyFor(creator, '10.41');
  await page.locator('main tbody tr').getByText('待审核').waitFor();
  await page.getByRole('button', { name: `${t('withdrawals:purse.available')} ¥83.59` }).waitFor();

  await approveNewest(creator, desk);
  await page.getByText('收款账号不存在').waitFor(LIVE);
  await page.getByRole('button', { name: `${t('withdrawals:purse.available')} ¥94.00` }).waitFor(LIVE);
  await seen(creator, 'withdraw-failed');
  await page.getByRole('link', { name: t('withdrawals:records.bind') }).click();

  await page.getByRole('button', { name: t('withdrawals-methods:bank.next') }).click();
  await page.getByText(t('withdrawals-methods:error.number')).waitFor();
  await seen(creator, 'payment-bank-step-1');
  // The form is replaced before the rest of the page is read again: its answer is used all the same.
  const rest = Promise.withResolvers<void>();
  await page.route(`**${countCartEntries.path}*`, (route) => rest.promise.then(() => route.continue()));
  await bindCard(creator, '6222 0000 1234 5678');
  rest.resolve();
  await seen(creator, 'payment-bank-step-2');
  await enterCode(creator);
  await page.getByText(t('withdrawals-methods:bank.status.active')).waitFor();
  await page.getByRole('button', { name: t('withdrawals-methods:set') }).click();
  await page.getByText(t('withdrawals-methods:already'), { exact: true }).waitFor();
  await seen(creator, 'payment-bank-active');

  await goTo(page, '/setting/withdraw');
  await page.getByRole('button', { name: t('withdrawals:records.switch') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('withdrawals:records.switch') })
    .click();
  await page.locator('main tbody tr').first().getByText('待审核').waitFor();
  await expect.poll(() => page.locator('main tbody tr').count()).toBe(2);
  await seen(creator, 'withdraw-switched');
  await approveNewest(creator, desk);
  await page.locator('main tbody tr').first().getByText('已打款').waitFor(LIVE);
  await goTo(page, '/withdraw');
  await page.getByRole('button', { name: `${t('withdrawals:purse.available')} ¥83.59` }).waitFor(LIVE);
  await walkBeside(creator, [
    { name: 'withdraw-paid', path: '/withdraw' },
    { name: 'withdraw-explained', path: '/withdraw?figure=available' },
    { name: 'withdraw-switched', path: '/setting/withdraw' },
    ...cardPage('active'),
  ]);
});

test('a rejected card shows its reason, and a new entry replaces it', async () => {
  const creator = await stage.visitor({ language: 'en-US', width: 390 });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const { page, t } = creator;
  await earned(creator, fan, 'payday2', '100.00');
  await goTo(page, '/setting/payment?method=bank');
  await bindCard(creator, '6222000012340000');
  await page.getByRole('button', { name: /s$/ }).filter({ hasText: /\d+ s/ }).waitFor();
  // An interrupted form continues after a reload.
  await page.reload();
  await page.getByText('*******8000', { exact: false }).waitFor();
  await call(creator, sandboxClock, { advance_seconds: 61 });
  await page.getByRole('button', { name: t('withdrawals-methods:bank.back') }).click();
  await bindCard(creator, '6222000012340000');
  await enterCode(creator);
  await page.getByText(t('withdrawals-methods:bank.rejected'), { exact: true }).waitFor();
  await seen(creator, 'payment-bank-rejected');
  await page.getByRole('button', { name: t('withdrawals-methods:bank.again') }).click();
  await call(creator, sandboxClock, { advance_seconds: 61 });
  // The previous code is used: no code is offered until the new message has been requested.
  const arrival = Promise.withResolvers<void>();
  await page.route(`**${sandboxOutbox.path}*`, (route) => arrival.promise.then(() => route.continue()));
  await bindCard(creator, '6222000012345678');
  await expect.poll(() => codeButton(creator).count()).toBe(0);
  arrival.resolve();
  await enterCode(creator);
  await page.getByText(t('withdrawals-methods:bank.status.active')).waitFor();
});

test('a card with pictures of the identity card waits for finance, who rejects it with a reason', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const fan = await stage.visitor({ language: 'zh-CN' });
  const desk = await finance();
  const { page, t } = creator;
  await earned(creator, fan, 'payday3', '100.00');
  await goTo(page, '/setting/payment?method=bank');
  await page.getByRole('button', { name: t('withdrawals-methods:bank.withIdentity') }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('button', { name: t('withdrawals-methods:bank.next') }).click();
  await page.getByText(t('withdrawals-methods:error.picture')).first().waitFor();
  await seen(creator, 'payment-identity');
  const files = page.locator('input[type=file]');
  const picture = { name: 'card.png', mimeType: 'image/png', buffer: pictures.png };
  await files.first().setInputFiles(picture);
  await page.getByText(t('withdrawals-methods:identity.numberFirst')).first().waitFor();
  await field(t('withdrawals-methods:bank.name')).fill('王小明');
  await field(t('withdrawals-methods:bank.number')).fill('11010519491231002X');
  await files.first().setInputFiles({ ...picture, buffer: Buffer.alloc(1_048_577) });
  await page.getByText(t('withdrawals-methods:identity.tooLarge', { size: '1 MB' })).waitFor();
  await files.first().setInputFiles(picture);
  await page.getByText(t('withdrawals-methods:identity.taken')).waitFor();
  await files.nth(1).setInputFiles(picture);
  await expect.poll(() => page.getByText(t('withdrawals-methods:identity.taken')).count()).toBe(2);
  await field(t('withdrawals-methods:identity.nation')).fill('汉');
  await field(t('withdrawals-methods:identity.issued')).fill('朝阳分局');
  await field(t('withdrawals-methods:identity.address')).fill('北京市朝阳区 1 号');
  await page.getByLabel(t('withdrawals-methods:identity.from')).fill('2020-01-02');
  await field(t('withdrawals-methods:bank.cardNumber')).fill('6222000012341111');
  const bank = page.getByRole('combobox', { name: t('withdrawals-methods:bank.bank') });
  await bank.fill('工商');
  await page.getByRole('option', { name: '中国工商银行' }).click();
  await field(t('withdrawals-methods:bank.mobileBank')).fill('13800138000');
  await page.getByRole('button', { name: t('withdrawals-methods:bank.next') }).click();
  await page.getByText(t('withdrawals-methods:bank.step', { step: 2 })).waitFor();
  await walkBeside(creator, cardPage('code'));
  await field(t('withdrawals-methods:bank.codeLabel')).fill(await codeFor(creator, '13800138000'));
  await page.getByRole('button', { name: t('withdrawals-methods:bank.verify') }).click();
  await page.getByText(t('withdrawals-methods:bank.status.reviewing'), { exact: true }).waitFor();
  await walkBeside(creator, cardPage('reviewing'));

  await goTo(desk.page, '/finance/cards');
  const review = desk.t('withdrawals-cards:reviewOf', { name: '林间' });
  await desk.page.getByRole('button', { name: review }).click();
  const drawer = desk.page.getByRole('dialog', { name: review });
  await drawer.getByLabel(desk.t('withdrawals-cards:see.why')).fill('review');
  await drawer.getByRole('button', { name: desk.t('withdrawals-cards:see.show') }).click();
  await drawer.getByText('6222000012341111').waitFor();
  await drawer.getByRole('img', { name: desk.t('withdrawals-cards:see.BACK') }).waitFor();
  await drawer.getByRole('button', { name: desk.t('withdrawals-cards:decide.reject') }).click();
  await drawer.getByText(desk.t('withdrawals-cards:decide.needed')).waitFor();
  await seen(desk, 'finance-card');
  await drawer.getByLabel(desk.t('withdrawals-cards:decide.remark')).fill('照片不清晰');
  await drawer.getByRole('button', { name: desk.t('withdrawals-cards:decide.reject') }).click();
  await desk.page.getByText(desk.t('withdrawals-cards:empty')).waitFor();
  await seen(desk, 'finance-cards-none');

  await goTo(page, '/setting/payment?method=bank');
  await page.getByText('照片不清晰', { exact: false }).waitFor();
  await walkBeside(creator, cardPage('rejected'));
});
