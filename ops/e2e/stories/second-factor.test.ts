import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { becomeCreator, bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { demoAccount } from '#ops/demo/accounts.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { getFactors } from '#services/contract/accounts/factors.ts';
import { declineCase, openCase, passOnCase } from '#services/contract/cases/cases.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { sandboxClock, sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo, leavePages } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'throwaway', demo: true, secondFactor: true });
const LIVE = { timeout: 60_000 };

const codeOf = (secret: string, now: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: now * 1000 });

/** Moves the server's clock past the codes that were used. @returns its time in seconds */
const later = async (by: Visitor): Promise<number> =>
  (await call(by, sandboxClock, { advance_seconds: 90 })).now;

/** Switches two-step verification on. @returns the authenticator's key */
async function withTotp(staff: Visitor): Promise<string> {
  const { page, t } = staff;
  await goTo(page, '/setting/security');
  await page.getByRole('button', { name: t('accounts-security:totp.begin') }).click();
  await enterMailedCode(staff);
  await page.getByRole('img', { name: t('accounts-security:totp.qr') }).waitFor();
  const secret = (await page.locator('pre').textContent()) ?? '';
  await page.getByLabel(t('accounts-security:totp.code')).fill(codeOf(secret, await later(staff)));
  await page.getByRole('button', { name: t('accounts-security:totp.confirm'), exact: true }).click();
  await page.getByRole('button', { name: t('accounts-security:recovery.saved') }).click();
  await page.getByText(t('accounts-security:totp.since')).waitFor();
  return secret;
}

/** Confirms by a code at the own address; the sandbox shows it beside the field. */
async function enterMailedCode({ page, t }: Visitor): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('accounts:code.send') }).click();
  await dialog.getByRole('button', { name: /\d{6}/ }).click();
  await dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
}

/** A window of the same person that signs in with a code. */
async function signedInByCode(role: 'support' | 'finance', secret: string, look: object): Promise<Visitor> {
  const visitor = await stage.visitor({ language: 'en-US', ...look });
  const { page, t } = visitor;
  const { account, password } = demoAccount(role);
  await goTo(page, '/login');
  await page.getByLabel(t('accounts:field.account')).fill(account);
  await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(password);
  const enter = page.getByRole('button', { name: t('accounts:login.submit'), exact: true });
  await enter.click();
  await page.getByLabel(t('accounts-security:field.code')).fill(codeOf(secret, await later(visitor)));
  await enter.click();
  await page.waitForURL(`/${role}`);
  return visitor;
}

/** An order with a case that waits for staff. */
async function passedOn(slug: string): Promise<{ out_trade_no: string; fan: Visitor }> {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '石桥', slug);
  const plan = await putOnSale(creator, goodsForm('茶杯', { name: '青', price: '10.00', stock: 9 }));
  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('阿梨'));
  const { out_trade_no } = await bought(fan, unitsOf(plan, 2));
  const { case_id } = await call(fan, openCase, {
    out_trade_no,
    kind: 'refund',
    topic: 'damaged',
    text: '收到时碎了一只。',
  });
  const of = { out_trade_no, case_id };
  await call(creator, declineCase, { ...of, text: '发货前检查过。' });
  await call(fan, passOnCase, of);
  return { out_trade_no, fan };
}

test.each([
  ['support', '/support/cases', { language: 'zh-CN', width: 390 }],
  ['finance', '/finance/cases', { language: 'en-US', width: 1440, theme: 'dark' }],
] as const)('%s confirms a refund by a code of the authenticator', async (role, path, look) => {
  const { out_trade_no, fan } = await passedOn(`factor${role}`);
  const first = await demoVisitor(stage, role);
  // Without a factor each part says what to do, and not that it failed.
  await goTo(first.page, path);
  await first.page
    .getByRole('link', { name: first.t('shell:state.toSecurity') })
    .first()
    .waitFor();
  expect(await first.page.getByText(first.t('shell:failed.part')).count()).toBe(0);
  await looksRight(first);
  first.troubles.splice(0);
  const secret = await withTotp(first);
  const staff = await signedInByCode(role, secret, look);
  const { page, t } = staff;
  await goTo(page, `${path}?order=${out_trade_no}`);
  await page.getByText('收到时碎了一只。').waitFor(LIVE);
  await page.getByLabel(t('cases:desk.reason')).fill('Photo shows the damage');
  const refund = page.getByRole('button', { name: t('cases:action.refund', { amount: '¥20.00' }) });
  await refund.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(t('accounts-security:confirm.byTotp')).waitFor();
  await looksRight(staff);
  const confirm = dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true });
  // Without a code nothing happens.
  await dialog.getByLabel(t('accounts-security:field.code')).fill('000000');
  await confirm.click();
  await dialog.getByRole('alert').waitFor();
  expect((await call(fan, getOrder, { out_trade_no })).refunded_amount).toBe('0.00');
  await dialog.getByLabel(t('accounts-security:field.code')).fill(codeOf(secret, await later(staff)));
  await confirm.click();
  await page.getByText(t('cases:what.refunded', { amount: '¥20.00' })).waitFor(LIVE);
  expect((await call(fan, getOrder, { out_trade_no })).refunded_amount).toBe('20.00');
});

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)(
  'a reset password names the factors that stay, and one click removes all ($language)',
  async (look) => {
    const fan = await stage.visitor(look);
    const { page, t } = fan;
    const person = somebody('阿棠');
    await signedUp(fan, person);
    const secret = await withTotp(fan);
    await call(fan, logout);
    await goTo(page, '/forgot');
    await page.getByLabel(t('accounts:field.account')).fill(person.account);
    await page.getByRole('button', { name: t('accounts:code.send') }).click();
    await page.getByRole('button', { name: /\d{6}/ }).click();
    await page.getByRole('button', { name: t('accounts:forgot.submit') }).click();
    const password = 'a-newer-password';
    await page.getByLabel(t('accounts:field.newPassword')).fill(password);
    await page.getByRole('button', { name: t('accounts:reset.submit'), exact: true }).click();
    await page.getByText(t('accounts:reset.stay')).waitFor();
    await page.getByText(t('accounts:reset.totp'), { exact: true }).waitFor();
    await looksRight(fan);
    await seen(fan, `reset-factors-${look.language}`);
    // With a second one; this browser has no authenticator of its own.
    const stranger = { passkey_id: 'p1', name: 'Stranger', synced: true, create_time: 1, last_use_time: 0 };
    await page.route(`**${getFactors.path}`, async (route) => {
      const factors = await call(fan, getFactors, {});
      const data = { ...factors, passkeys: factors.totp ? [stranger] : [] };
      // The page may be left meanwhile.
      await route.fulfill({ json: { ec: 200, em: '', data } }).catch(() => undefined);
    });
    await page.getByRole('link', { name: t('accounts:reset.check') }).click();
    await page.waitForURL('/login?*');
    await page.getByLabel(t('accounts:field.account')).fill(person.account);
    await page.getByLabel(t('accounts:field.password'), { exact: true }).fill(password);
    const enter = page.getByRole('button', { name: t('accounts:login.submit'), exact: true });
    await enter.click();
    await page.getByLabel(t('accounts-security:field.code')).fill(codeOf(secret, await later(fan)));
    await enter.click();
    await page.waitForURL('/setting/security');
    const all = page.getByRole('button', { name: t('accounts-security:all.remove') });
    await all.click();
    await looksRight(fan);
    await seen(fan, `remove-factors-${look.language}`);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('accounts-security:all.remove') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('accounts-security:field.code')).fill(codeOf(secret, await later(fan)));
    await dialog.getByRole('button', { name: t('accounts-security:confirm.submit'), exact: true }).click();
    await page.getByText(look.language === 'zh-CN' ? '移除成功' : 'Removed', { exact: true }).waitFor();
    await page.getByRole('button', { name: t('accounts-security:totp.begin') }).waitFor();
    expect(await all.count()).toBe(0);
  },
);

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)('a person with a second factor signs in in the middle of an order ($language)', async (look) => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '石桥', `factororder${look.width}`);
  const plan = await putOnSale(creator, goodsForm('茶杯', { name: '青', price: '10.00', stock: 9 }));
  const fan = await stage.visitor(look);
  const { page, t } = fan;
  const person = somebody('阿棠');
  await signedUp(fan, person);
  const secret = await withTotp(fan);
  // What it knows of the person is left with the pages.
  await leavePages(page);
  await call(fan, logout);
  const sku = JSON.stringify([{ sku_id: plan.sku[0]?.sku_id, count: 1 }]);
  await goTo(page, `/order/create?${new URLSearchParams({ plan_id: plan.plan_id, product_type: '1', sku })}`);
  const remark = page.getByLabel(t('orders-buying:create.remark'));
  await remark.fill('请写上生日快乐');
  await page.getByRole('button', { name: t('accounts:order.open') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('accounts:field.account')).fill(person.account);
  await dialog.getByRole('button', { name: t('accounts:code.send') }).click();
  await dialog.getByRole('button', { name: /\d{6}/ }).click();
  const enter = dialog.getByRole('button', { name: t('accounts:login.submit'), exact: true });
  await enter.click();
  const code = dialog.getByLabel(t('accounts-security:field.code'));
  await code.waitFor();
  await looksRight(fan);
  await seen(fan, `order-second-factor-${look.language}`);
  await code.fill(codeOf(secret, await later(fan)));
  await enter.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: t('orders-buying:create.place') }).waitFor();
  await expect.poll(() => remark.inputValue()).toBe('请写上生日快乐');
});

test.each([
  { language: 'zh-CN', width: 390 },
  { language: 'en-US', width: 1440, theme: 'dark' },
] as const)('a creator changes the payee by a code ($language)', async (look) => {
  const creator = await stage.visitor(look);
  const { page, t } = creator;
  const person = somebody('林间');
  await signedUp(creator, person);
  await becomeCreator(creator, { name: '林间', url_slug: `payee${look.width}` });
  await goTo(page, '/setting/payment?method=apy');
  const wallet = async (account: string) => {
    await page.getByLabel(t('withdrawals-methods:wallet.realname')).fill('林间');
    await page.getByLabel(t('withdrawals-methods:wallet.account')).fill(account);
    await page.getByRole('button', { name: t('withdrawals-methods:save'), exact: true }).click();
  };
  await wallet('first@example.com');
  await page.getByRole('dialog').getByText(t('accounts-security:confirm.title')).waitFor();
  await looksRight(creator);
  await enterMailedCode(creator);
  await page.getByRole('button', { name: t('withdrawals-methods:edit'), exact: true }).click();
  // Within five minutes the confirmation counts for the change, too.
  await wallet('second@example.com');
  await page.getByRole('button', { name: t('withdrawals-methods:edit'), exact: true }).waitFor();
  const told = async () => {
    const { list } = await call(creator, sandboxOutbox, { account: person.account });
    return list.filter(({ code }) => code === '').length;
  };
  await expect.poll(told, LIVE).toBeGreaterThan(0);
});
