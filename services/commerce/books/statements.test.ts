import { describe, expect, it } from 'vitest';
import type { StatementLine } from '#events/books.ts';
import type { ChargeId, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { given } from '../testing/scenario.ts';
import { closeMissingStatement, closeUnclearPayment } from './close-entry.ts';
import { type ImportedStatement, importStatement } from './import-statement.ts';
import { recordStatementLines } from './record-statement-lines.ts';
import { reopenDifference, resolveDifference } from './resolve-difference.ts';
import { reverseStatement } from './reverse-statement.ts';

const FINANCE = 'finance-1' as UserId;
const line = (line_id: string, change: Partial<StatementLine> = {}): StatementLine => ({
  line_id,
  kind: 'charge',
  reference: 'ch_2_1',
  provider_reference: '',
  amount: fenOf(3000),
  fee: fenOf(18),
  currency: 'CNY',
  at: 1_766_577_000_000,
  ...change,
});
const record = (statement_id: string, ...lines: StatementLine[]) =>
  recordStatementLines({
    provider: 'sandbox',
    statement_id,
    by: FINANCE,
    lines: lines.map((read, nth) => ({ line: nth + 2, read })),
  });

describe('lines of a statement', () => {
  it('are recorded once over all files', () => {
    const scenario = given([]);
    expect(scenario.accepts(record('a', line('1'), line('2'))).result).toEqual(['fresh', 'fresh']);
    expect(scenario.accepts(record('a', line('1'), line('3'))).result).toEqual(['fresh', 'fresh']);
    expect(scenario.accepts(record('b', line('2'), line('4'))).result).toEqual(['known', 'fresh']);
    expect(scenario.memory.log.map(({ event }) => event.type)).toHaveLength(4);
  });

  it('of two providers are different ones', () => {
    const scenario = given([]).after(record('a', line('1')));
    const lines = [{ line: 2, read: line('1') }];
    const other = { provider: 'stripe', statement_id: 'b', by: FINANCE, lines };
    expect(scenario.accepts(recordStatementLines(other)).result).toEqual(['fresh']);
  });

  it('with other figures are not changed', () => {
    const scenario = given([]).after(record('a', line('1')));
    expect(scenario.accepts(record('b', line('1', { amount: fenOf(3001) }))).result).toEqual(['differs']);
    expect(scenario.memory.log).toHaveLength(1);
  });
});

const STATEMENT: ImportedStatement = {
  statement_id: 'a',
  provider: 'sandbox',
  format: 'sandbox',
  bytes: 9,
  from: 0,
  to: 1,
  fresh: 1,
  known: 0,
  amount: fenOf(3000),
  fee: fenOf(18),
  rejected_count: 0,
  rejected: [],
  reason: 'by mail',
};

describe('a statement', () => {
  it('is imported once, and then answered with its result', () => {
    const scenario = given([]);
    expect(scenario.accepts(importStatement(STATEMENT, FINANCE)).result).toEqual({
      repeated: false,
      statement: STATEMENT,
    });
    const again = importStatement({ ...STATEMENT, fresh: 0, known: 1 }, FINANCE);
    expect(scenario.accepts(again).result).toEqual({ repeated: true, statement: STATEMENT });
    expect(scenario.memory.log).toHaveLength(1);
  });
});

describe('a reversed statement', () => {
  const statement: ImportedStatement = { ...STATEMENT, reason: '' };
  const reverse = (reason = 'the wrong month') =>
    reverseStatement({ statement_id: 'a', reason, by: FINANCE });

  it('has a reason, and can be imported again with another period', () => {
    const scenario = given([]);
    expect(scenario.refuses(reverse())).toEqual({ code: 'not_found' });
    scenario.accepts(importStatement(statement, FINANCE));
    expect(scenario.refuses(reverse(' '))).toMatchObject({ code: 'bad_input' });
    scenario.accepts(reverse(' the wrong month '));
    expect(scenario.memory.log.at(-1)?.event.data).toEqual({
      statement_id: 'a',
      provider: 'sandbox',
      from: 0,
      to: 1,
      reason: 'the wrong month',
      by: FINANCE,
    });
    expect(scenario.refuses(reverse())).toEqual({ code: 'state_does_not_allow' });
    const again = { ...statement, to: 2 };
    expect(scenario.accepts(importStatement(again, FINANCE)).result).toMatchObject({ repeated: false });
    expect(scenario.accepts(importStatement(statement, FINANCE)).result).toEqual({
      repeated: true,
      statement: again,
    });
    scenario.accepts(reverse());
    expect(scenario.accepts(importStatement(statement, FINANCE)).result).toMatchObject({ repeated: false });
    const ids = scenario.memory.log.map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });
});

describe('a difference', () => {
  const of = { provider: 'sandbox', kind: 'charge' as const, reference: 'ch_2_1', by: FINANCE };
  const resolve = (ours: number | null, theirs: number | null, write_off = false, reason = 'asked them') =>
    resolveDifference({
      ...of,
      reason,
      write_off,
      seen: { ours: ours === null ? null : fenOf(ours), theirs: theirs === null ? null : fenOf(theirs) },
    });
  const reopen = (reason = 'wrong') => reopenDifference({ ...of, reason });

  it('is resolved with a reason, once for the same figures', () => {
    const scenario = given([]);
    expect(scenario.accepts(resolve(3000, null)).result).toEqual({ written_off: 0 });
    expect(scenario.accepts(resolve(3000, null)).events).toEqual([]);
    for (const other of [resolve(3000, null, true), resolve(3000, null, false, 'they will pay')])
      expect(scenario.refuses(other)).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.memory.log).toHaveLength(1);
    expect(scenario.refuses(resolve(3000, 2000, false, ' '))).toMatchObject({ code: 'bad_input' });
  });

  it('is written off for what ours and theirs differ by, and no further the next time', () => {
    const scenario = given([]);
    expect(scenario.accepts(resolve(3000, 2900, true)).result).toEqual({ written_off: -100 });
    expect(scenario.accepts(resolve(3000, 2950, true)).result).toEqual({ written_off: -50 });
    expect(scenario.refuses(resolve(100, 50, true))).toEqual({
      code: 'state_does_not_allow',
    });
  });

  it('is empty without differences', () => {
    expect(given([]).refuses(resolve(3000, 3000))).toEqual({ code: 'state_does_not_allow' });
  });

  it('is reopened with everything that was resolved', () => {
    const scenario = given([]);
    expect(scenario.refuses(reopen())).toEqual({ code: 'state_does_not_allow' });
    scenario.accepts(resolve(null, 500, true));
    expect(scenario.refuses(reopen(''))).toMatchObject({ code: 'bad_input' });
    expect(scenario.accepts(reopen()).result).toEqual({ written_back: 500 });
    expect(scenario.refuses(reopen())).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.accepts(resolve(null, 500, true)).result).toEqual({ written_off: 500 });
  });
});

describe.each([
  [
    'a missing statement',
    'MissingStatementClosed',
    { provider: 'alipay', day: '2026-11-28' },
    (reason: string, by = FINANCE) =>
      closeMissingStatement({ provider: 'alipay', day: '2026-11-28', reason, by }),
  ],
  [
    'an unclear payment',
    'UnclearPaymentClosed',
    { charge_id: 'ch_1_1' },
    (reason: string, by = FINANCE) => closeUnclearPayment({ charge_id: 'ch_1_1' as ChargeId, reason, by }),
  ],
])('%s', (_name, type, of, close) => {
  it('is closed once, with a reason', () => {
    const scenario = given([]);
    expect(scenario.refuses(close(' '))).toMatchObject({ code: 'bad_input' });
    scenario.accepts(close('The account is closed '));
    scenario.accepts(close('The account is closed'));
    expect(scenario.memory.log.map(({ event }) => event)).toEqual([
      { type, data: { ...of, reason: 'The account is closed', by: FINANCE } },
    ]);
  });

  it('has the first decision', () => {
    const scenario = given([]).after(close('The account is closed'));
    for (const other of [close('Paper only'), close('The account is closed', 'finance-2' as UserId)])
      expect(scenario.refuses(other)).toEqual({ code: 'state_does_not_allow' });
  });
});
