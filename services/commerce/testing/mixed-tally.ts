import { equal } from 'node:assert/strict';
import { expect } from 'vitest';
import type { OrderPlacedData } from '#events/orders.ts';
import {
  allowanceStream,
  bundleStream,
  redeemStream,
  repliesStream,
  stockStream,
  ticketStream,
} from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { redeemCodeKind } from '../redeem/redeem-code.ts';
import { repliesKind } from '../replies/replies.ts';
import { allowanceKind } from '../stock/allowance.ts';
import { bundleKind } from '../stock/bundle.ts';
import { stockKind } from '../stock/stock.ts';
import { ticketKind } from '../tickets/ticket.ts';
import type { MemoryCommitter } from './memory-committer.ts';
import { CODES, FANS, PLANS } from './mixed-shop.ts';
import { checkMemberships } from './plain-memberships.ts';

/** An order added up from its events. */
interface Story {
  placed: OrderPlacedData;
  state: 'pending' | 'paid' | 'cancelled';
  paid_at: Millis;
  /** Place of its payment in the log. */
  paid_as: number;
  refunded: number;
  whole: boolean;
  back: Map<string, number>;
}

function stories(memory: MemoryCommitter): Map<string, Story> {
  const storiesByOrder = new Map<string, Story>();
  for (const { event, metadata, position } of memory.log) {
    if (event.type === 'OrderPlaced') {
      const blank = { paid_at: 0, paid_as: 0, refunded: 0, whole: false, back: new Map<string, number>() };
      storiesByOrder.set(event.data.out_trade_no, { placed: event.data, state: 'pending', ...blank });
    }
    if (!('out_trade_no' in event.data)) continue;
    const story = storiesByOrder.get(event.data.out_trade_no);
    if (!story) continue;
    if (event.type === 'OrderPaid')
      Object.assign(story, { state: 'paid', paid_at: metadata.at, paid_as: position });
    if (event.type === 'OrderCancelled') story.state = 'cancelled';
    if (event.type === 'OrderRefunded') {
      story.refunded += event.data.amount;
      story.whole = story.refunded === story.placed.total_amount;
      for (const { sku_id, count } of event.data.units)
        story.back.set(sku_id, (story.back.get(sku_id) ?? 0) + count);
    }
  }
  return storiesByOrder;
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
      const counted = open.filter((story) => !isRevoked(memory, story) || story.placed.total_amount > 0);
      expect(new Set(taken.map(({ out_trade_no }) => out_trade_no))).toEqual(
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
    const open = by.filter(
      (story) => story.state === 'paid' && story.back.size === 0 && !isRevoked(memory, story),
    );
    equal(code.held + code.used, open.length + by.filter(({ state }) => state === 'pending').length);
    expect(code.held + code.used).toBeLessThanOrEqual(uses);
  }
}

/** Whether a refund was recorded; a free order's refund has amount 0. */
const isRevoked = (memory: MemoryCommitter, { placed }: Story): boolean =>
  memory.log.some(
    ({ event }) => event.type === 'OrderRefunded' && event.data.out_trade_no === placed.out_trade_no,
  );

function checkReplies(memory: MemoryCommitter, all: readonly Story[]): void {
  for (const pool_id of ['key', 'gold']) {
    const deliveredUnits = new Map<string, number>();
    const lines = new Set<number>();
    for (const { event } of memory.log) {
      if (event.type !== 'RepliesGiven' || event.data.pool_id !== pool_id) continue;
      const { first, count, out_trade_no } = event.data;
      deliveredUnits.set(out_trade_no, (deliveredUnits.get(out_trade_no) ?? 0) + count);
      for (let line = first; line < first + count; line += 1) {
        // Never the same line twice.
        equal(lines.has(line), false);
        lines.add(line);
      }
    }
    const pool = memory.stateOf(repliesKind, repliesStream(pool_id));
    for (const { placed, state, back, whole } of all) {
      const units = placed.reply_pools.reduce(
        (sum, one) => (one.pool_id === pool_id ? sum + one.units : sum),
        0,
      );
      const got = deliveredUnits.get(placed.out_trade_no) ?? 0;
      const waits = pool.waiting.find(({ out_trade_no }) => out_trade_no === placed.out_trade_no)?.units ?? 0;
      expect(got + waits).toBeLessThanOrEqual(units);
      if (state !== 'paid') equal(got + waits, 0);
      else if (back.size === 0 && !whole) equal(got + waits, units);
    }
    if (pool.waiting.length > 0) equal(pool.next, pool.added);
  }
}

function checkTickets(memory: MemoryCommitter, all: readonly Story[]): void {
  for (const { placed, state, back } of all.filter((one) => one.placed.tickets.length > 0)) {
    const phases = placed.tickets.map(
      ({ ticket_id }) => memory.stateOf(ticketKind, ticketStream(ticket_id)).phase,
    );
    if (state !== 'paid')
      equal(
        phases.every((phase) => phase === 'none'),
        true,
      );
    else {
      const gone = [...back.values()].reduce((sum, count) => sum + count, 0);
      expect(phases.filter((phase) => phase === 'void')).toHaveLength(gone);
      expect(phases).not.toContain('none');
    }
  }
}

/** All invariants of the mixed shop, computed from its log. */
export function checkMixedShop(memory: MemoryCommitter): void {
  const all = [...stories(memory).values()];
  for (const { placed, refunded } of all) expect(refunded).toBeLessThanOrEqual(placed.total_amount);
  checkStock(memory, all);
  checkAllowances(memory, all);
  checkCodes(memory, all);
  checkReplies(memory, all);
  checkTickets(memory, all);
  checkMemberships(memory);
}
