import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asSkuId, asUserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { redeemStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { anyHistories, readModelDatabase } from '../testing/database.ts';
import { stepOf } from '../testing/history.ts';
import { redeem } from './projection.ts';
import { codeBatches, codeNamed, codesOfBatch, redeemUses, revocableCodes } from './queries.ts';

const database = fixture(() => readModelDatabase([redeem]));

const NOW = 1_780_000_000_000;
const out_trade_no = asOutTradeNo('o1');

interface Batch {
  name: string;
  creator: string;
  plan?: string;
  sku?: string | null;
  size: number;
  uses?: number;
  until?: number | null;
}

const codeOf = (batch: string, number: number): string => `${batch}-${number}`;

function issued({ name, creator, plan = `${creator}-p`, sku = null, size, uses = 1, until = null }: Batch) {
  return Array.from({ length: size }, (_, number): [string, DomainEvent] => {
    const code_id = codeOf(name, number);
    const data = {
      code_id,
      redeem_id: `name-of-${code_id}`,
      batch_id: name,
      number,
      batch_size: size,
      creator_id: asUserId(creator),
      plan_id: asPlanId(plan),
      sku_id: sku === null ? null : asSkuId(sku),
      uses,
      valid_until: until,
      month: 0,
    };
    return [code_id, { type: 'RedeemCodeIssued', data }];
  });
}
const held = (code_id: string): [string, DomainEvent] => [
  code_id,
  { type: 'RedeemCodeHeld', data: { code_id, out_trade_no } },
];
const used = (code_id: string): [string, DomainEvent] => [
  code_id,
  { type: 'RedeemCodeUsed', data: { code_id, out_trade_no } },
];
const released = (code_id: string, was_used: boolean): [string, DomainEvent] => [
  code_id,
  { type: 'RedeemCodeReleased', data: { code_id, out_trade_no, used: was_used } },
];
const revoked = (code_id: string): [string, DomainEvent] => [
  code_id,
  { type: 'RedeemCodeRevoked', data: { code_id } },
];

const stepsFor = (creator: string, events: readonly [string, DomainEvent][]) =>
  events.map(([code, event]) => stepOf(redeemStream(code), creator, event, NOW));
const happened = (creator: string, events: readonly [string, DomainEvent][], batch?: number) =>
  database.happened(stepsFor(creator, events), batch);

const everything = { plan_id: '', sku_id: '' };
const all = { limit: 100, offset: 0 };

test('batches are listed newest first, by creator, plan and SKU, with the counts of their uses', async () => {
  await happened('mei', issued({ name: 'mei-1', creator: 'mei', size: 3, uses: 2 }));
  await happened(
    'mei',
    issued({ name: 'mei-2', creator: 'mei', plan: 'other', sku: 'red', size: 2, until: NOW + 5 }),
  );
  await happened('otto', issued({ name: 'otto-1', creator: 'otto', size: 1 }));
  await happened('mei', [
    held('mei-1-0'),
    used('mei-1-0'),
    held('mei-1-0'),
    held('mei-1-1'),
    revoked('mei-1-2'),
  ]);

  const mei = await codeBatches(database.pool, { creator_id: 'mei', ...everything, ...all, now: NOW });
  expect(mei).toMatchObject({
    total_count: 2,
    counts: { total_count: 8, used_count: 1, pending_count: 2, revoked_count: 2 },
    list: [
      {
        batch_id: 'mei-2',
        plan_id: 'other',
        sku_id: 'red',
        codes: 2,
        uses: 1,
        valid_until: NOW + 5,
        create_time: NOW / 1000,
      },
      { batch_id: 'mei-1', sku_id: '', total_count: 6, used_count: 1, pending_count: 2, revoked_count: 2 },
    ],
  });
  const ofRed = { creator_id: 'mei', plan_id: 'other', sku_id: 'red' };
  const red = await codeBatches(database.pool, { ...ofRed, ...all, now: NOW });
  expect(red).toMatchObject({ total_count: 1, counts: { total_count: 2, used_count: 0 } });
  const range = { limit: 1, offset: 1 };
  const page = await codeBatches(database.pool, { creator_id: 'mei', ...everything, ...range, now: NOW });
  expect(page).toMatchObject({ total_count: 2, list: [{ batch_id: 'mei-1' }] });
  const nobody = await codeBatches(database.pool, { creator_id: 'nobody', ...everything, ...all, now: NOW });
  expect(nobody).toMatchObject({
    total_count: 0,
    counts: { total_count: 0, used_count: 0, pending_count: 0, revoked_count: 0 },
    list: [],
  });

  const plan_ids = ['mei-p', 'other', 'otto-p'];
  const { rows: plans } = await redeemUses(database.pool, { creator_id: 'mei', plan_ids });
  expect(plans.toSorted((one, two) => (one.plan_id < two.plan_id ? -1 : 1))).toEqual([
    { plan_id: 'mei-p', sku_id: '', total_count: 6, used_count: 1, pending_count: 2 },
    { plan_id: 'other', sku_id: 'red', total_count: 2, used_count: 0, pending_count: 0 },
  ]);
});

test('codes are listed in order, each with its state', async () => {
  const creator = 'lin';
  await happened(creator, issued({ name: 'lin-1', creator, size: 5, uses: 2, until: NOW + 1000 }), 100);
  const steps = [held('lin-1-0'), used('lin-1-0'), held('lin-1-0'), used('lin-1-0')];
  await happened(creator, [...steps, held('lin-1-1'), held('lin-1-1'), revoked('lin-1-2'), held('lin-1-3')]);
  const ask = (now: number, status: 'open' | 'used' | '' = '') =>
    codesOfBatch(database.pool, { creator_id: creator, batch_id: 'lin-1', status, now, ...all });
  expect((await ask(NOW)).list.map(({ number, status }) => [number, status])).toEqual([
    [0, 'used'],
    [1, 'pending'],
    [2, 'revoked'],
    [3, 'open'],
    [4, 'open'],
  ]);
  expect((await ask(NOW + 1000)).list.map(({ status }) => status)).toEqual([
    'used',
    'pending',
    'revoked',
    'expired',
    'expired',
  ]);
  expect(await ask(NOW, 'open')).toMatchObject({ total_count: 2, list: [{ number: 3 }, { number: 4 }] });
  const foreign = { creator_id: 'mei', batch_id: 'lin-1', status: '' as const, now: NOW, ...all };
  expect(await codesOfBatch(database.pool, foreign)).toMatchObject({ total_count: 0, list: [] });

  const named = async (redeem_id: string) =>
    (await codeNamed(database.pool, { redeem_id, now: NOW })).rows[0];
  expect(await named('name-of-lin-1-3')).toMatchObject({
    creator_id: creator,
    code_id: 'lin-1-3',
    uses: 2,
    pending_count: 1,
    status: 'open',
  });
  expect(await named('nowhere')).toBeUndefined();

  const open = async (creator_id: string, redeem_ids: string[], batch_id = '') =>
    (await revocableCodes(database.pool, { creator_id, batch_id, redeem_ids })).rows.map(
      (row) => row.code_id,
    );
  expect(await open(creator, [], 'lin-1')).toEqual(['lin-1-3', 'lin-1-4']);
  expect(await open(creator, ['name-of-lin-1-0', 'name-of-lin-1-4'])).toEqual(['lin-1-4']);
  expect(await open('mei', ['name-of-lin-1-4'], 'lin-1')).toEqual([]);
});

const USES = 3;
interface PlainCode {
  held: number;
  used: number;
  revoked: boolean;
}
type What = 'hold' | 'use' | 'drop' | 'refund' | 'revoke';

/** The possible events of a code, with their conditions. */
function turn(code: PlainCode, name: string, what: What): [string, DomainEvent] | undefined {
  const open = USES - code.held - code.used > 0 && !code.revoked;
  if (what === 'hold' && open) {
    code.held += 1;
    return held(name);
  }
  if (what === 'revoke' && open) {
    code.revoked = true;
    return revoked(name);
  }
  if ((what === 'use' || what === 'drop') && code.held > 0) {
    code.held -= 1;
    if (what === 'drop') return released(name, false);
    code.used += 1;
    return used(name);
  }
  if (what === 'refund' && code.used > 0) {
    code.used -= 1;
    return released(name, true);
  }
  return undefined;
}

test('the tables equal the fold of the log for any batching, and after a rebuild', async () => {
  const turns = fc.record({
    code: fc.nat(5),
    what: fc.constantFrom<What[]>('hold', 'use', 'drop', 'refund', 'revoke'),
  });
  let codes: PlainCode[] = [];
  await anyHistories(
    database,
    30,
    fc.array(turns, { maxLength: 60 }),
    (steps, run) => {
      codes = Array.from({ length: 6 }, () => ({ held: 0, used: 0, revoked: false }));
      const events = issued({ name: run, creator: run, size: 6, uses: USES });
      for (const { code, what } of steps) {
        const event = turn(codes[code]!, codeOf(run, code), what);
        if (event) events.push(event);
      }
      return [stepsFor(run, events)];
    },
    async (run) => {
      const { counts } = await codeBatches(database.pool, {
        creator_id: run,
        ...everything,
        ...all,
        now: NOW,
      });
      const sum = (of: (code: PlainCode) => number) => codes.reduce((total, code) => total + of(code), 0);
      expect(counts).toEqual({
        total_count: 6 * USES,
        used_count: sum((code) => code.used),
        pending_count: sum((code) => code.held),
        revoked_count: sum((code) => (code.revoked ? USES - code.held - code.used : 0)),
        expired_count: 0,
      });
    },
  );
});
