import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { demoVisitor } from '../demo-people.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

/** Messages that the worker gave up, one of them an expired code. */
async function giveUp(): Promise<void> {
  await stage.database().query(
    `INSERT INTO runtime.outbox (to_index, template, language, sealed, created_at, attempts, failed_at, failure)
     VALUES ('', 'order_refunded', 'zh-CN', '\\x00', now_ms, 10, now_ms, 'SMTP 451'),
            ('', 'verify_code', 'zh-CN', NULL, now_ms, 3, now_ms, 'EXPIRED')`.replaceAll(
      'now_ms',
      '(extract(epoch FROM now()) * 1000)::bigint',
    ),
  );
}

test('messages that were given up are shown to finance and settled by an admin', async () => {
  const [admin, finance] = [await demoVisitor(stage, 'admin'), await demoVisitor(stage, 'finance')];
  await giveUp();
  await goTo(finance.page, '/finance');
  await finance.page.getByText(finance.t('finance:attention.why.undelivered', { count: 2 })).waitFor();

  const { page, t } = admin;
  await goTo(page, '/admin/staff');
  const part = page.getByRole('region', { name: t('staff:undelivered.title') });
  const row = (template: 'order_refunded' | 'verify_code') =>
    part.getByRole('row').filter({ hasText: t(`staff:undelivered.kind.${template}`) });
  await row('order_refunded').getByText('SMTP 451').waitFor();
  await row('verify_code').getByText(t('staff:undelivered.cause.EXPIRED')).waitFor();
  await seen(admin, 'admin-undelivered');
  const dismiss = { name: t('staff:undelivered.dismiss') };
  await row('verify_code').getByRole('button', dismiss).click();
  await row('verify_code').waitFor({ state: 'detached' });
  await row('order_refunded')
    .getByRole('button', { name: t('staff:undelivered.retry') })
    .click();
  await part.waitFor({ state: 'detached' });
});

test('messages that are selected in one table are dismissed together', async () => {
  const { page, t } = await demoVisitor(stage, 'admin');
  await giveUp();
  await goTo(page, '/admin/staff');
  const part = page.getByRole('region', { name: t('staff:undelivered.title') });
  await part.getByRole('checkbox', { name: t('shell:table.selectAll') }).check();
  await part.getByText(t('shell:table.selected', { count: 2 })).waitFor();
  // The buttons for all that is selected are above the table.
  await part
    .getByRole('button', { name: t('staff:undelivered.dismiss') })
    .first()
    .click();
  await part.waitFor({ state: 'detached' });
});

test('a table is sorted, gets other columns, is kept as a view, and is exported as filtered', async () => {
  const finance = await demoVisitor(stage, 'finance');
  const { page, t } = finance;
  await goTo(page, '/finance/withdrawals');
  const table = page.getByRole('table', { name: t('withdrawals-payouts:title') });
  const head = (name: string) => table.getByRole('columnheader', { name, exact: true });
  const amounts = async () =>
    (await table.locator('tbody tr td:nth-child(2)').allTextContents()).map((text) =>
      Number(text.replaceAll(/[^\d.]/g, '')),
    );
  const usual = await table.getByRole('row').nth(1).textContent();

  const amount = head(t('withdrawals-payouts:amount'));
  await amount.getByRole('button').click();
  await expect.poll(() => amount.getAttribute('aria-sort')).toBe('descending');
  const inOrder = (compare: (one: number, other: number) => number) =>
    expect
      .poll(async () => {
        const found = await amounts();
        return found.length > 3 && String(found) === String(found.toSorted(compare));
      })
      .toBe(true);
  await inOrder((one, other) => other - one);
  const sorted = await amounts();
  await amount.getByRole('button').click();
  await expect.poll(() => amount.getAttribute('aria-sort')).toBe('ascending');
  await inOrder((one, other) => one - other);

  await page.getByRole('button', { name: t('shell:table.columns') }).click();
  await page.getByRole('checkbox', { name: t('withdrawals-payouts:applied') }).uncheck();
  await page.getByRole('checkbox', { name: t('shell:table.number') }).check();
  await page.keyboard.press('Escape');
  await head(t('withdrawals-payouts:applied')).waitFor({ state: 'detached' });
  await head(t('shell:table.number')).waitFor();

  const views = page.getByRole('button', { name: t('shell:table.views') });
  await views.click();
  await page.getByRole('menuitem', { name: t('shell:table.saveView') }).click();
  const dialog = page.getByRole('dialog', { name: t('shell:table.saveView') });
  await dialog.getByLabel(t('shell:table.viewName')).fill('smallest first');
  await dialog.getByRole('button', { name: t('shell:action.save') }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.goto('/finance/withdrawals');
  await expect.poll(() => table.getByRole('row').nth(1).textContent()).toBe(usual);
  await views.click();
  await page.getByRole('menuitem', { name: 'smallest first' }).click();
  await expect.poll(() => amount.getAttribute('aria-sort')).toBe('ascending');
  await head(t('withdrawals-payouts:applied')).waitFor({ state: 'detached' });

  await page
    .getByRole('radiogroup', { name: t('withdrawals-payouts:filter.status') })
    .getByText(t('withdrawals-payouts:status.failed'), { exact: true })
    .click();
  await page.waitForURL(/status=failed/);
  await table
    .getByText(t('withdrawals-payouts:status.2'), { exact: true })
    .first()
    .waitFor({ state: 'detached' });
  await expect.poll(async () => (await amounts()).length).toBeLessThan(sorted.length);
  const failed = await amounts();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('shell:table.export') }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain(t('shell:table.number'));
  expect(lines[0]).not.toContain(t('withdrawals-payouts:applied'));
  expect(lines).toHaveLength(failed.length + 1);
  await seen(finance, 'finance-table');
});

test('a list of several pages is sorted as a whole, or not at all', async () => {
  const { page, t } = await demoVisitor(stage, 'creator');
  await goTo(page, '/dashboard/sponsors');
  const sponsors = page.getByRole('table', { name: t('orders-received:sponsors.title') });
  const sum = sponsors.getByRole('columnheader', { name: t('orders-received:sponsors.sum'), exact: true });
  await sum.getByRole('button').click();
  await sum.getByRole('button').click();
  await expect.poll(() => sum.getAttribute('aria-sort')).toBe('ascending');
  await expect
    .poll(() => sponsors.locator('tbody tr').first().locator('td').nth(1).textContent())
    .toBe('¥0.00');
  // Names of fans are not in the list that the server sorts.
  const name = sponsors.getByRole('columnheader', { name: t('orders-received:column.buyer'), exact: true });
  expect(await name.getByRole('button').count()).toBe(0);

  await goTo(page, '/dashboard/sponsored-bill');
  const orders = page.getByRole('table').first();
  await orders.getByRole('row').nth(1).waitFor();
  expect(await orders.getByRole('columnheader').getByRole('button').count()).toBe(0);
});

test('the file of a list has each row once, while new rows push others to the next page', async () => {
  const { page, t } = await demoVisitor(stage, 'finance');
  let last: unknown[] = [];
  let total = 0;
  await page.route(`**${listWithdrawals.path}?**`, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('per_page', '8');
    const response = await route.fetch({ url: url.href });
    const json = await response.json();
    const { list, total_count } = json.data;
    total = total_count;
    if (Number(url.searchParams.get('page')) > 1) list.unshift(...last);
    last = list.slice(-1);
    await route.fulfill({ response, json });
  });
  await goTo(page, '/finance/withdrawals');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('shell:table.export') }).click();
  const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
  await page.unrouteAll({ behavior: 'wait' });
  expect(total).toBeGreaterThan(8);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toHaveLength(total + 1);
});
