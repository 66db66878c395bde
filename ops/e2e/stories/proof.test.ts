import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { getAuditKey } from '#services/contract/audit/audit.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { demoVisitor } from '../demo-people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared', demo: true });
/** A seal comes within a minute; a busy machine is slower. */
const LATER = { timeout: 150_000 };

/** From the receipt to the proof, saved as a file. */
async function savedProof({ page, t }: Visitor, out_trade_no: string): Promise<string> {
  await page.goto(`/order/receipt?out_trade_no=${out_trade_no}`);
  await page.getByRole('link', { name: t('proof:check'), exact: true }).click();
  await page.getByText(t('proof:result.proven'), { exact: true }).waitFor(LATER);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('proof:download') }).click();
  return readFile(await (await saving).path(), 'utf8');
}

test('a fan verifies her receipt, and anybody verifies it without the server, by file and key alone', async () => {
  const fan = await demoVisitor(stage, 'fan');
  const { list } = await call(fan, listMyOrders, { status: 2 });
  const proof = await savedProof(fan, list[0]?.out_trade_no ?? '');
  const { public_key } = await call(fan, getAuditKey);

  const { context, page, t } = await stage.visitor({ language: 'en-US' });
  await page.goto('/proof');
  await page.getByRole('button', { name: t('proof:key.own') }).click();
  await page.getByLabel(t('proof:key.label')).fill(public_key);
  const requests: string[] = [];
  await context.setOffline(true);
  page.on('request', (request) => requests.push(request.url()));
  const given = page.getByLabel(t('proof:paste'));
  await given.fill(proof);
  await page.getByText(t('proof:result.proven'), { exact: true }).waitFor();
  // One byte of the payment.
  await given.fill(proof.replace(/(total_amount\\":)\d/, '$19'));
  await page.getByText(t('proof:result.broken'), { exact: true }).waitFor();
  await page.getByText(t('proof:fault.other_root')).first().waitFor();
  await given.fill('not a proof');
  await page.getByText(t('proof:result.noFile'), { exact: true }).waitFor();
  await given.fill(proof);
  await page.getByLabel(t('proof:key.label')).fill('not a key');
  await page.getByText(t('proof:result.badKey'), { exact: true }).waitFor();
  expect(requests).toEqual([]);
});
