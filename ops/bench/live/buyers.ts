/** A separate process for the buyers, so that requests do not cost the server's process time. */
import { setTimeout as pause } from 'node:timers/promises';
import { closedLoop, percentile, timedLoop } from '../load.ts';
import { type Caller, type CallResult, callerTo } from './call.ts';
import type { Goods, Job, JobResult } from './job.ts';

const PAID = 2;
/** Between two look-ups of an order that waits for its payment's notice. */
const LOOK_AGAIN_MS = 3;
const PATIENCE_MS = 20_000;

/** Counts the answers. */
function ledger() {
  const codes: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const took: number[] = [];
  const paid: string[] = [];
  return {
    took,
    paid,
    record({ status, ec }: CallResult): void {
      if (status !== 200) statuses[status] = (statuses[status] ?? 0) + 1;
      codes[ec] = (codes[ec] ?? 0) + 1;
    },
    result: (done: number, perSecond: number): JobResult => ({
      done,
      perSecond,
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      codes,
      statuses,
      paid,
    }),
  };
}

type Ledger = ReturnType<typeof ledger>;

const place = (caller: Caller, { plan_id, sku_id }: Goods, token: string): Promise<CallResult> =>
  caller.post('/api/order/create-order', { plan_id, sku: [{ sku_id, count: 1 }] }, token);

async function pay(caller: Caller, { data }: CallResult, token: string): Promise<string> {
  const { out_trade_no, pay: at } = data;
  if (out_trade_no === undefined || at === undefined)
    throw new Error('an order without a number or a charge');
  const { ec } = await caller.post(
    '/api/sandbox/pay',
    { charge_id: at.charge_id, outcome: 'success' },
    token,
  );
  if (ec !== 200) throw new Error(`the cashier answered ${ec}`);
  return out_trade_no;
}

async function untilPaid(caller: Caller, out_trade_no: string, token: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { ec, data } = await caller.get(`/api/order/check?out_trade_no=${out_trade_no}`, token);
    if (ec !== 200) throw new Error(`check answered ${ec}`);
    if (data.status === PAID) return;
    if (performance.now() > deadline) throw new Error(`order ${out_trade_no} was paid but does not say so`);
    await pause(LOOK_AGAIN_MS);
  }
}

async function wholeOrder(caller: Caller, goods: Goods, token: string, book: Ledger): Promise<void> {
  const begun = performance.now();
  const placed = await place(caller, goods, token);
  book.record(placed);
  if (placed.ec !== 200) throw new Error(`create-order answered ${placed.status}, ec ${placed.ec}`);
  const number = await pay(caller, placed, token);
  await untilPaid(caller, number, token);
  book.took.push(performance.now() - begun);
}

/** Starts this many a second, evenly, independent of running ones. */
async function evenly(perSecond: number, seconds: number, call: (number: number) => Promise<void>) {
  const total = Math.round(perSecond * seconds);
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    const rest = begun + (number * 1_000) / perSecond - performance.now();
    if (rest > 1) await pause(rest);
    under.push(call(number));
  }
  await Promise.all(under);
  return { perSecond: total / ((performance.now() - begun) / 1_000), done: total };
}

/** Reused between jobs, so that answers are measured and not connections. */
const callers = new Map<string, Caller>();

function callerFor({ base, inFlight }: Job): Caller {
  const key = `${base} ${inFlight}`;
  const caller = callers.get(key) ?? callerTo(base, inFlight);
  callers.set(key, caller);
  return caller;
}

async function perform(job: Job): Promise<JobResult> {
  const { tokens, inFlight } = job;
  const caller = callerFor(job);
  const book = ledger();
  const tokenOf = (number: number): string => tokens[number % tokens.length] ?? '';
  const of = (goods: readonly Goods[], number: number): Goods => {
    const one = goods[number % goods.length];
    if (one === undefined) throw new Error('there is nothing to buy');
    return one;
  };
  const counted = ({ done, perSecond }: { done: number; perSecond: number }) => book.result(done, perSecond);
  switch (job.kind) {
    case 'healthz':
      return counted(
        await timedLoop(inFlight, job.seconds, async () => {
          const begun = performance.now();
          book.record(await caller.get('/healthz'));
          book.took.push(performance.now() - begun);
        }),
      );
    case 'orders': {
      const { goods, seconds, perSecond } = job;
      const order = (number: number) => wholeOrder(caller, of(goods, number), tokenOf(number), book);
      const load =
        perSecond === undefined ? timedLoop(inFlight, seconds, order) : evenly(perSecond, seconds, order);
      return counted(await load);
    }
    case 'rush': {
      const { goods, buyers } = job;
      const buy = async (number: number): Promise<void> => {
        const token = tokenOf(number);
        const begun = performance.now();
        const placed = await place(caller, of(goods, number), token);
        book.took.push(performance.now() - begun);
        book.record(placed);
        if (placed.ec === 200) book.paid.push(await pay(caller, placed, token));
      };
      return counted(await closedLoop(inFlight, buyers, buy));
    }
    default:
      return job satisfies never;
  }
}

process.on('message', (job: Job) => {
  perform(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit());
