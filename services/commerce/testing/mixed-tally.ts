import { deepEqual, equal, ok } from 'node:assert/strict';
import type { OrderPlacedData } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import {
  allowanceStream,
  bundleStream,
  redeemStream,
  repliesStream,
  stockStream,
  ticketStream,
} from '#events/stream-names.ts';
import { redeemCodeKind } from '../redeem/redeem-code.ts';
import { repliesKind } from '../replies/replies.ts';
import { allowanceKind } from '../stock/allowance.ts';
import { bundleKind } from '../stock/bundle.ts';
import { stockKind } from '../stock/stock.ts';
import { ticketKind } from '../tickets/ticket.ts';
import type { MemoryCommitter } from './memory-committer.ts';
import { CODES, FANS, limitsOf, PLANS } from './mixed-shop.ts';
import { Moments } from './moments.ts';
import { PlainMemberships } from './plain-memberships.ts';

/** An order added up from its events. */
interface Story {
  placed: OrderPlacedData;
  state: 'pending' | 'paid' | 'cancelled';
  refunded: number;
  whole: boolean;
  /** Whether a refund was recorded; a free order's refund has amount 0. */
  revoked: boolean;
  back: Map<string, number>;
}

const isOpen = ({ state, whole }: Story): boolean => state === 'pending' || (state === 'paid' && !whole);

/** Units of a SKU that an order holds or has bought, less refunds. */
function unitsOf({ placed, state, back }: Story, sku: string): number {
  if (state === 'cancelled') return 0;
  const bought = placed.lines.reduce((sum, { sku_id, count }) => (sku_id === sku ? sum + count : sum), 0);
  return bought - (back.get(sku) ?? 0);
}

const total = (all: readonly Story[], of: (story: Story) => number): number =>
  all.reduce((sum, story) => sum + of(story), 0);

/** The lines of a pool that were sent, and how many to each order. */
interface SentLines {
  lines: Set<number>;
  units: Map<string, number>;
}

/** All invariants of the mixed shop, computed from its log. */
export class MixedTally {
  readonly #moments = new Moments(limitsOf);
  readonly #memberships = new PlainMemberships();
  readonly #storiesByOrder = new Map<string, Story>();
  readonly #sent = new Map<string, SentLines>(
    ['key', 'gold'].map((pool) => [pool, { lines: new Set(), units: new Map() }]),
  );
  #read = 0;

  /** Applies new events of the log. */
  readOn(memory: MemoryCommitter): void {
    this.#moments.readOn(memory);
    this.#memberships.readOn(memory);
    for (const { event } of memory.log.slice(this.#read)) this.#apply(event);
    this.#read = memory.log.length;
  }

  #apply(event: DomainEvent): void {
    if (event.type === 'OrderPlaced') {
      const blank = { refunded: 0, whole: false, revoked: false, back: new Map<string, number>() };
      this.#storiesByOrder.set(event.data.out_trade_no, { placed: event.data, state: 'pending', ...blank });
    }
    if (event.type === 'RepliesGiven') this.#send(event.data);
    const story = 'out_trade_no' in event.data && this.#storiesByOrder.get(event.data.out_trade_no);
    if (!story) return;
    if (event.type === 'OrderPaid') story.state = 'paid';
    if (event.type === 'OrderCancelled') story.state = 'cancelled';
    if (event.type !== 'OrderRefunded') return;
    story.revoked = true;
    story.refunded += event.data.amount;
    story.whole = story.refunded === story.placed.total_amount;
    for (const { sku_id, count } of event.data.units)
      story.back.set(sku_id, (story.back.get(sku_id) ?? 0) + count);
  }

  #send({ pool_id, first, count, out_trade_no }: Extract<DomainEvent, { type: 'RepliesGiven' }>['data']) {
    const sent = this.#sent.get(pool_id);
    if (!sent) throw new Error(`unknown pool ${pool_id}`);
    sent.units.set(out_trade_no, (sent.units.get(out_trade_no) ?? 0) + count);
    for (let line = first; line < first + count; line += 1) {
      // Never the same line twice.
      equal(sent.lines.has(line), false);
      sent.lines.add(line);
    }
  }

  check(memory: MemoryCommitter): void {
    const all = [...this.#storiesByOrder.values()];
    for (const { placed, refunded } of all) ok(refunded <= placed.total_amount);
    checkStock(memory, all);
    checkAllowances(memory, all);
    checkCodes(memory, all);
    for (const [pool_id, sent] of this.#sent) checkReplies(memory, all, pool_id, sent);
    checkTickets(memory, all);
    this.#memberships.check(memory);
  }
}

function checkStock(memory: MemoryCommitter, all: readonly Story[]): void {
  for (const { skus, bundle_stock, offer } of Object.values(PLANS)) {
    for (const [{ sku_id, of_plan }] of skus) {
      if (of_plan !== null) continue;
      const promised = total(all, (story) => unitsOf(story, sku_id));
      const { held, sold } = memory.stateOf(stockKind, stockStream(sku_id));
      equal(held + sold, promised);
    }
    if (bundle_stock === undefined) continue;
    const bundles = total(all.filter(isOpen), ({ placed }) =>
      placed.plan_name === offer.name ? placed.bundle_count : 0,
    );
    const { held, sold } = memory.stateOf(bundleKind, bundleStream(offer.name as OrderPlacedData['plan_id']));
    equal(held + sold, bundles);
  }
}

/** For limited plans, a fan's allowance equals the existing orders. */
function checkAllowances(memory: MemoryCommitter, all: readonly Story[]): void {
  for (const plan_id of ['goods', 'keys'] as OrderPlacedData['plan_id'][]) {
    for (const fan of FANS) {
      const { taken } = memory.stateOf(allowanceKind, allowanceStream(plan_id, fan));
      const open = all.filter(
        (story) => story.placed.user_id === fan && story.placed.plan_id === plan_id && isOpen(story),
      );
      const counted = open.filter(({ revoked, placed }) => !revoked || placed.total_amount > 0);
      deepEqual(
        new Set(taken.map(({ out_trade_no }) => out_trade_no)),
        new Set(counted.map(({ placed }) => placed.out_trade_no)),
      );
    }
  }
}

function checkCodes(memory: MemoryCommitter, all: readonly Story[]): void {
  for (const [code_id, { uses }] of Object.entries(CODES)) {
    const by = all.filter(({ placed }) => placed.redeem?.code_id === code_id);
    const code = memory.stateOf(redeemCodeKind, redeemStream(code_id));
    if (code.phase === 'none') throw new Error('the code is gone');
    // A free order is revoked by a refund of 0.00; until then its use counts.
    const open = by.filter(({ state, back, revoked }) => state === 'paid' && back.size === 0 && !revoked);
    equal(code.held + code.used, open.length + by.filter(({ state }) => state === 'pending').length);
    ok(code.held + code.used <= uses);
  }
}

function checkReplies(
  memory: MemoryCommitter,
  all: readonly Story[],
  pool_id: string,
  sent: SentLines,
): void {
  const pool = memory.stateOf(repliesKind, repliesStream(pool_id));
  for (const { placed, state, back, whole } of all) {
    const units = placed.reply_pools.reduce(
      (sum, one) => (one.pool_id === pool_id ? sum + one.units : sum),
      0,
    );
    const got = sent.units.get(placed.out_trade_no) ?? 0;
    const waits = pool.waiting.find(({ out_trade_no }) => out_trade_no === placed.out_trade_no)?.units ?? 0;
    ok(got + waits <= units);
    if (state !== 'paid') equal(got + waits, 0);
    else if (back.size === 0 && !whole) equal(got + waits, units);
  }
  if (pool.waiting.length > 0) equal(pool.next, pool.added);
}

function checkTickets(memory: MemoryCommitter, all: readonly Story[]): void {
  for (const { placed, state, back } of all.filter((one) => one.placed.tickets.length > 0)) {
    const phases = placed.tickets.map(
      ({ ticket_id }) => memory.stateOf(ticketKind, ticketStream(ticket_id)).phase,
    );
    if (state !== 'paid') ok(phases.every((phase) => phase === 'none'));
    else {
      const gone = [...back.values()].reduce((sum, count) => sum + count, 0);
      equal(phases.filter((phase) => phase === 'void').length, gone);
      ok(!phases.includes('none'));
    }
  }
}
