import { call } from '#ops/actors/client.ts';
import { listOrderTickets } from '#services/contract/tickets/tickets.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import type { Visitor } from '../visitor.ts';

/** Downloads the table of orders to ship. @returns the open dialog, and the table */
export async function downloadTable({ page, t }: Visitor) {
  await goTo(page, '/dashboard/sponsored-bill');
  await page.getByRole('button', { name: t('delivery-shipping:batch.open') }).click();
  const dialog = page.getByRole('dialog', { name: t('delivery-shipping:batch.title') });
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: t('delivery-shipping:batch.download') }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await sheet.createReadStream()) chunks.push(Buffer.from(chunk));
  return { dialog, table: Buffer.concat(chunks).toString() };
}

/** Fills in a number for each line of that table, and uploads it. */
export async function shipByTable(creator: Visitor, express_no: string): Promise<void> {
  const { t } = creator;
  const { dialog, table } = await downloadTable(creator);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'filled.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table.replace(/'(\d{27}),,,/g, `$1,中通,${express_no},`)),
  });
  await dialog.getByText(t('delivery-shipping:batch.shipped', { count: 1 })).waitFor();
  await dialog.getByText(t('delivery-shipping:batch.allGood')).waitFor();
}

/** Checks in on a phone by typing the code of each ticket of an order. */
export async function checkIn(creator: Visitor, out_trade_no: string): Promise<void> {
  const { page, t } = creator;
  const { list } = await call(creator, listOrderTickets, { out_trade_no });
  await page.setViewportSize({ width: 390, height: 900 });
  await goTo(page, '/order/inspect');
  for (const { code, name } of list) {
    await page.getByLabel(t('door:manual.label')).fill(code.toLowerCase());
    await page.getByRole('button', { name: t('door:manual.check'), exact: true }).click();
    const verdict = page.locator('[data-verdict="admitted"]').filter({ hasText: name });
    // A ticket of another day is confirmed before it is admitted.
    const anyway = page.getByRole('button', { name: t('door:verdict.admitAnyway') });
    await verdict.or(anyway).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await verdict.waitFor();
    await seen(creator, `door-${name}`);
    await page.getByRole('button', { name: t('door:verdict.next') }).click();
    await verdict.waitFor({ state: 'detached' });
  }
}

/** One unit of a line is refunded by the dialog next to the order, after its preview. */
export async function refundOne(creator: Visitor, out_trade_no: string, line: string): Promise<void> {
  const { page, t } = creator;
  await goTo(page, `/dashboard/sponsored-bill?order=${out_trade_no}`);
  const drawer = page.getByRole('dialog', { name: t('orders-received:order'), exact: true });
  await drawer.getByRole('button', { name: t('refunds:open') }).click();
  const dialog = page.getByRole('dialog', { name: t('refunds:title'), exact: true });
  await dialog.getByText(t('refunds:units'), { exact: true }).click();
  const count = t('refunds:unitsOf', { name: line });
  await dialog.getByRole('button', { name: t('orders-buying:item.more', { what: count }) }).click();
  await dialog.getByLabel(t('refunds:reason')).fill('One of the two was out of wool');
  await seen(creator, 'refund-what');
  await dialog.getByRole('button', { name: t('refunds:next') }).click();
  // It was shipped, so it does not return to stock.
  await dialog.getByText(t('refunds:effect.stockSent')).waitFor();
  await seen(creator, 'refund-what-then');
  await dialog.getByRole('button', { name: t('refunds:confirm', { amount: '¥45.00' }) }).click();
  await dialog.waitFor({ state: 'hidden' });
  await drawer.getByText(t('orders-after-payment:story.refund_sent')).waitFor();
  await seen(creator, 'refund-done');
}

/** Adds a line to an empty pool in the editor: a waiting order gets it. */
export async function addReply(creator: Visitor, plan_id: string, line: string): Promise<void> {
  const { page, t } = creator;
  await goTo(page, `/edit/shop?plan_id=${plan_id}&product_type=3`);
  const lines = page.getByLabel(t('catalog-selling:reply.lines'), { exact: true });
  await lines.fill(line);
  await seen(creator, 'reply-added');
  await page.getByRole('button', { name: t('shell:action.save') }).click();
  await page.waitForURL('/setting/shop');
}
