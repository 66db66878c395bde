import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { withSecondBeginnings } from '#events/testing/second-beginnings.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { accept, type Command, type Committer } from '#services/commerce/engine/command.ts';
import type { StatementReport } from '#services/contract/books/statements.ts';
import { takeStatement } from '#services/modules/books/reconciliation/take-statement.ts';
import { closeGate, type GateAt } from '#services/worker/testing/gate.ts';
import { type Program, startProgram } from '#services/worker/testing/program.ts';
import { startTestApi } from '../testing/test-api.ts';

const TIMEOUT_MS = 60_000;

const api = fixture(() => startTestApi({ projections: false }));
const finance = fixture(() => api.staff('finance'));

const HEAD = 'line_id,time,kind,reference,provider_reference,amount,fee,net,currency';
/** A statement of the lines from one number to before another. */
const statement = (run: string, from: number, to: number): string =>
  [
    HEAD,
    ...Array.from(
      { length: to - from },
      (_, nth) =>
        `${run}${from + nth},2026-01-31T08:00:00Z,charge,ch_${run}${from + nth}_1,,30.00,0.18,29.82,CNY`,
    ),
  ].join('\n');

/** The number of log entries per line of a run: `{"1": 600}` if each of 600 has one. */
async function recorded(run: string): Promise<Record<number, number>> {
  const { events } = await api.deps.log.readAll(0, { limit: 100_000, types: ['StatementLineRecorded'] });
  const counts = new Map<string, number>();
  for (const { data } of events) {
    const { line_id } = data as { line_id: string };
    if (line_id.startsWith(run)) counts.set(line_id, (counts.get(line_id) ?? 0) + 1);
  }
  const times: Record<number, number> = {};
  for (const count of counts.values()) times[count] = (times[count] ?? 0) + 1;
  return times;
}
async function imported(): Promise<number> {
  const { events } = await api.deps.log.readAll(0, { limit: 100_000, types: ['StatementImported'] });
  return events.length;
}

describe('the same and overlapping statements uploaded concurrently by two processes', () => {
  /** The decision without its guards: it does not read existing lines, and uses no derived ids. */
  const careless = (committer: Committer): Committer => ({
    ...committer,
    submit<Result>(command: Command<Result>) {
      return committer.submit<Result>({
        ...command,
        decide(states, now) {
          const blind = Object.assign(
            { ...states },
            { calendar: states.calendar, get: () => ({ phase: 'none' }) },
          );
          const decision = command.decide(blind as unknown as typeof states, now);
          if (!decision.accepted) return decision;
          const events = decision.events.map(({ id: _derived, ...event }) => event);
          return accept(events, decision.result);
        },
      });
    },
  });

  async function race(run: string, guarded: boolean): Promise<Record<number, number>> {
    const { log, pool, clock } = api.deps;
    const committers = [0, 1].map(() => startCommitter({ log, pool, clock }));
    const whole = statement(run, 0, 400);
    const files = [whole, whole, whole, statement(run, 200, 600), statement(run, 100, 300)];
    await Promise.all(
      files.map((text, nth) => {
        const committer = committers[nth % 2] as Committer; // of two
        const by = asUserId(finance.user_id);
        async function* pieces() {
          yield Buffer.from(text);
        }
        return takeStatement(
          { clock, committer: guarded ? committer : careless(committer) },
          { pieces: pieces(), by, reason: '', period: undefined, correlation_id: run },
        );
      }),
    );
    for (const committer of committers) await committer.close();
    return recorded(run);
  }

  it('record each line once, and each file once', async () => {
    const before = await imported();
    expect(await race('g', true)).toEqual({ 1: 600 });
    expect((await imported()) - before).toBe(3);
  });

  it('record lines again and again without the guards', async () => {
    const times = await withSecondBeginnings(api.deps.pool, () => race('c', false));
    expect(Math.max(...Object.keys(times).map(Number))).toBeGreaterThan(1);
  });
});

const event = (type: string, more = 'true'): GateAt => ({
  table: 'log.events',
  on: 'INSERT',
  when: `NEW.type = '${type}' AND ${more}`,
});

/** Each step of storing a statement; lines are written in parts of 250. */
const steps: [string, (run: string) => GateAt][] = [
  ['the first lines', () => event('StatementLineRecorded')],
  ['lines in its middle', (run) => event('StatementLineRecorded', `NEW.data::text LIKE '%"${run}300"%'`)],
  ['that all of it was read', () => event('StatementImported')],
];

describe('an API that is killed while it records', () => {
  let program: Program;
  beforeAll(async () => {
    program = await startProgram('api', api);
  });
  afterAll(() => program?.stop());

  async function upload(text: string): Promise<StatementReport | undefined> {
    try {
      const response = await fetch(`http://127.0.0.1:${program.ready.port}/api/finance/statements`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${finance.token}` },
        body: JSON.stringify({ text }),
      });
      return ((await response.json()) as { data: StatementReport }).data;
    } catch {
      return undefined; // it was killed under us
    }
  }

  it.each(steps)(
    '%s records each of them once when it is asked again',
    async (_, gateOf) => {
      const run = `k${steps.findIndex(([, of]) => of === gateOf)}x`;
      const text = statement(run, 0, 600);
      const gate = await closeGate(api.deps.pool, api.databaseUrl, gateOf(run));
      const first = upload(text);
      const waiting = await gate.reached(TIMEOUT_MS);
      await program.kill();
      await api.deps.pool.query('SELECT pg_terminate_backend($1, 5000)', [waiting]);
      await gate.open();
      expect(await first).toBeUndefined();
      program = await startProgram('api', api);
      const report = await upload(text);
      expect(report).toMatchObject({ repeated: false, fresh: 600, known: 0 });
      expect(await recorded(run)).toEqual({ 1: 600 });
      expect(await upload(text)).toMatchObject({ repeated: true, fresh: 600 });
    },
    TIMEOUT_MS * 2,
  );
});
