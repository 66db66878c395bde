import type { UserId } from '#events/ids.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import type { Contacts } from '#services/modules/accounts/contacts.ts';
import { type FileOrder, groupOrder, type RejectedLine } from './group-order.ts';
import type { Offers } from './offers.ts';
import type { FileLine } from './order-line.ts';
import { type Brought, bringIn, linesNotThere, misfit, pastOrder } from './past-orders.ts';
import type { Spool } from './spool.ts';

export interface ImportCounts {
  /** Orders imported now. */
  imported: number;
  /** Orders that an earlier run had imported. */
  there_already: number;
  /** Log position of the last of them. */
  position: number;
}

interface Options {
  creator_id: UserId;
  calendar: BusinessCalendar;
  committer: Committer;
  contacts: Contacts;
  offers: Offers;
  spool: Spool;
  signal: AbortSignal;
  /** Called with the count of finished order numbers. */
  onProgress(numbers: number): void;
}

/** Numbers decided together; the committer makes few appends of them. */
const NUMBERS_AT_ONCE = 500;
/** And this many lines: a number can have many, each of some hundred bytes at most. */
const LINES_AT_ONCE = 5_000;

/** The plans and SKUs that the file names, created as far as the creator does not have them. */
export async function importOffers({ offers, spool }: Pick<Options, 'offers' | 'spool'>): Promise<void> {
  let plan: string | undefined;
  let skus: { name: string; price: number }[] = [];
  for await (const offer of spool.offers()) {
    if (plan !== undefined && plan !== offer.plan) {
      await offers.ensure(plan, skus);
      skus = [];
    }
    plan = offer.plan;
    skus.push({ name: offer.sku, price: offer.unit_price });
  }
  if (plan !== undefined) await offers.ensure(plan, skus);
}

/** The numbers' orders of lines that fit together and fit their plan; the rest with its reasons. */
function ordersOf(
  numbers: readonly FileLine[][],
  { offers, calendar }: Options,
): { orders: FileOrder[]; rejected: RejectedLine[] } {
  const rejected: RejectedLine[] = [];
  const orders = numbers.flatMap((lines) => {
    const fitting = lines.filter((line) => {
      const reason = misfit(line, offers.planOf(line.plan));
      if (reason !== undefined) rejected.push({ line: line.line, reason });
      return reason === undefined;
    });
    const grouped = groupOrder(fitting, calendar);
    rejected.push(...grouped.rejected);
    return grouped.orders;
  });
  return { orders, rejected };
}

async function importNumbers(
  numbers: readonly FileLine[][],
  options: Options,
): Promise<{ brought: Brought[]; rejected: RejectedLine[] }> {
  const { creator_id, committer, contacts, offers } = options;
  const { orders, rejected } = ordersOf(numbers, options);
  const users = await contacts.ensure(creator_id, [...new Set(orders.map(({ user }) => user))]);
  const all = await Promise.all(
    orders.map(async (order) => {
      const plan = offers.planOf(order.plan);
      const user_id = users.get(order.user);
      if (plan === undefined || user_id === undefined)
        throw new Error(`order ${order.out_trade_no} lost its plan or buyer`);
      const past = pastOrder(order, plan, creator_id, user_id);
      return { order, past, brought: await bringIn(committer, past) };
    }),
  );
  const repeated = all.filter(({ brought }) => !brought.imported);
  rejected.push(...(await linesNotThere(committer, repeated)));
  return { brought: all.map(({ brought }) => brought), rejected };
}

/** Imports all spooled orders, oldest first. Stops between two portions when the signal aborts. */
export async function importOrders(options: Options): Promise<ImportCounts> {
  const { spool, signal, onProgress } = options;
  const counts: ImportCounts = { imported: 0, there_already: 0, position: 0 };
  let done = 0;
  let waiting: FileLine[][] = [];
  let waitingLines = 0;

  const importWaiting = async (): Promise<void> => {
    const portion = waiting;
    waiting = [];
    waitingLines = 0;
    const { brought, rejected } = await importNumbers(portion, options);
    await spool.rejectSpooled(rejected);
    for (const { imported, position } of brought) {
      if (imported) counts.imported += 1;
      else counts.there_already += 1;
      counts.position = Math.max(counts.position, position);
    }
    done += portion.length;
    onProgress(done);
  };

  for await (const lines of spool.orders()) {
    waiting.push(lines);
    waitingLines += lines.length;
    if (waiting.length < NUMBERS_AT_ONCE && waitingLines < LINES_AT_ONCE) continue;
    if (signal.aborted) return counts;
    await importWaiting();
  }
  if (waiting.length > 0 && !signal.aborted) await importWaiting();
  return counts;
}
