import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { getAuditKey, getFinanceOrderProof, getOrderProof } from '#services/contract/audit/audit.ts';
import { checkFile, type ProofFile, readProofFile } from '#services/contract/audit/proof-file.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { earner } from '../testing/earning.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

/** Seals the whole log. */
async function sealAll(): Promise<void> {
  const { pool, log, clock } = api.deps;
  await sealNext(pool, openSealer(secretsOf(api.databaseUrl).ring('log-sealing')), clock, await log.head());
}

const api = fixture(startTestApi);
const folder = temporaryFolder();
const shop = fixture(() => openShop(api, [forSale('红色', 100)]));
const fan = fixture(() => api.user('Anna'));
const finance = fixture(() => api.staff('finance'));
const calls = fixture(() => orderCalls(api, fan));
const key = fixture(() => api.data(getAuditKey, {}));

/** The independent script has the same result as the browsers' code. */
async function verdict(file: ProofFile): Promise<boolean> {
  const script = fileURLToPath(new URL('../../../ops/audit/check-proof.mjs', import.meta.url));
  writeFileSync(join(folder.path, 'proof.json'), JSON.stringify(file));
  writeFileSync(join(folder.path, 'key.pem'), key.public_key);
  const { status } = spawnSync(process.execPath, [
    script,
    join(folder.path, 'proof.json'),
    join(folder.path, 'key.pem'),
  ]);
  const { proven } = await checkFile(file, key.public_key);
  expect(status === 0).toBe(proven);
  return proven;
}

async function paidOrder(): Promise<string> {
  return calls.buy({ ...unitsOf(shop, 2), remark: '写给安娜的话' });
}
const ask = (
  out_trade_no: string,
  as: TestUser,
  call: typeof getOrderProof | typeof getFinanceOrderProof = getOrderProof,
) => api.call(call, { out_trade_no }, as);

describe('the proof of an order', () => {
  it('waits for its seal, then proves every move of the money, without personal data', async () => {
    const order = await paidOrder();
    const early = await ask(order, fan);
    expect(early.data).toMatchObject({ file: { proofs: [] }, waiting: 2 });
    await api.call(refundOrder, { out_trade_no: order, amount: '5.00', reason: '谢谢' }, shop.creator);
    await sealAll();
    const { data } = await ask(order, fan);
    const { file, waiting } = data;
    expect(waiting).toBe(0);
    expect(file.proofs.map(({ event }) => event.type)).toEqual(['OrderPlaced', 'OrderPaid', 'OrderRefunded']);
    expect(await verdict(file)).toBe(true);
    expect(JSON.stringify(file)).not.toMatch(/Anna|安娜/);
    expect(readProofFile(JSON.stringify(file))).toEqual(file);
  });

  it('is for its fan, its creator and finance', async () => {
    const order = await paidOrder();
    await sealAll();
    const own = (await ask(order, fan)).data.file;
    expect((await ask(order, shop.creator)).data.file).toEqual(own);
    expect((await ask(order, finance, getFinanceOrderProof)).data.file).toEqual(own);
    expect((await ask(order, await api.user())).ec).toBe(40400);
    expect((await ask('nothing', finance, getFinanceOrderProof)).ec).toBe(40400);
  });

  it('fails when one byte of it is another', async () => {
    const order = await paidOrder();
    await sealAll();
    const { file } = (await ask(order, fan)).data;
    const [placed, paid] = [file.proofs[0]!, file.proofs[1]!];
    const with_ = (...proofs: ProofFile['proofs']): ProofFile => ({ ...file, proofs });
    const cheaper = { ...placed.event, data: placed.event.data.replace('2000', '1000') };
    expect(await verdict(with_({ ...placed, event: cheaper }, paid))).toBe(false);
    expect(await verdict(with_(placed, { ...paid, index: paid.index + 1 }))).toBe(false);
    expect(await verdict(with_({ ...placed, path: placed.path.slice(1) }))).toBe(false);
    const other = { ...placed.seal, sealed_at: placed.seal.sealed_at + 1 };
    expect(await verdict(with_({ ...placed, seal: other }))).toBe(false);
    expect(await verdict(with_())).toBe(false);
    const faults = (await checkFile(with_({ ...placed, event: cheaper }, paid), key.public_key)).events;
    expect(faults.map(({ fault }) => fault)).toEqual(['other_root', null]);
    expect(readProofFile('{"format":"other"}')).toBeUndefined();
    expect(readProofFile('no proof')).toBeUndefined();
    await expect(checkFile(file, 'no key')).rejects.toThrow();
  });
});

describe('the proof of a settlement', () => {
  const url = '/api/my/settlement-proof';
  const fileOf = async (as: TestUser, path = url, query: Record<string, string> = { month: '2026-01' }) => {
    const headers = { authorization: `Bearer ${as.token}` };
    return api.app.inject({ method: 'GET', url: path, query, headers });
  };

  it('has the event, the seal over it, and every line that it was made from', async () => {
    const creator = await earner(api, 10_000);
    expect((await fileOf(creator)).json()).toMatchObject({ ec: 40902 });
    await sealAll();
    const sent = await fileOf(creator);
    expect(sent.headers['content-disposition']).toContain('settlement-2026-01.proof.json');
    const file = readProofFile(sent.body)!;
    expect(file.about).toEqual({ kind: 'settlement', month: '2026-01', user_id: creator.user_id });
    expect(file.lines).toContain(`\torder\t${creator.out_trade_no}\t\t10000\t100\t500\t0\t9400\n`);
    expect(await verdict(file)).toBe(true);
    expect((await checkFile(file, key.public_key)).lines).toMatchObject({ count: 1, agrees: true });
    const changed = { ...file, lines: file.lines!.replace('9400', '9401') };
    expect(await verdict(changed)).toBe(false);
    const same = await fileOf(finance, `/api/finance/settlements/2026-01/${creator.user_id}/proof`, {});
    expect(same.body).toBe(sent.body);
  });

  it('of a month that was not settled is not there', async () => {
    expect((await fileOf(shop.creator)).json()).toMatchObject({ ec: 40400 });
    expect((await fileOf(finance, '/api/finance/settlements/2026-01/nobody/proof', {})).json()).toMatchObject(
      {
        ec: 40400,
      },
    );
  });
});
