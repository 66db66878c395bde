import { fenOf } from '#events/money.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import type { Random } from '#ops/demo/random.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import type { Counts } from './counts.ts';
import type { Sold } from './market.ts';
import type { World } from './world.ts';

/** A planned refund; without an amount the whole rest. */
interface Planned extends Sold {
  at: Millis;
  refund_id: string;
  amount: number | undefined;
}

/** Creators who refund fully or partly, immediately or in a later month. */
export function openRefunding(
  { committer, clock }: World,
  { random, counts }: { random: Random; counts: Counts },
) {
  let planned: Planned[] = [];

  /** Parts that add up to the total, or to less. */
  function partsOf(total: number): (number | undefined)[] {
    if (random.chance(0.5)) return [undefined];
    const parts: (number | undefined)[] = [];
    let left = total;
    for (let part = 0; part < 3 && left > 1; part += 1) {
      const amount = random.whole(1, Math.max(1, Math.floor(left / 2)));
      parts.push(amount);
      left -= amount;
    }
    return random.chance(0.5) ? [...parts, undefined] : parts;
  }

  async function refund({ out_trade_no, creator_id, refund_id, amount }: Planned): Promise<void> {
    const by = { kind: 'creator' as const, user_id: creator_id };
    const what = { out_trade_no, by, refund_id, units: [], ticket_ids: [], reason: 'simulated' };
    const command = refundOrder({ ...what, ...(amount === undefined ? {} : { amount: fenOf(amount) }) });
    // Requested twice concurrently, it is refunded once.
    const [outcome] = await Promise.all([committer.submit(command), committer.submit(command)]);
    counts.add(outcome.accepted ? 'refunds' : `not refunded: ${outcome.refusal.code}`);
  }

  return {
    /** Plans the refunds of sales: which, when, and in how many parts. */
    plan(sold: readonly Sold[]): void {
      for (const one of sold) {
        if (!random.chance(0.05)) continue;
        const first = clock.now() + random.whole(0, 45) * DAY_MS + random.whole(0, DAY_MS);
        const every = random.whole(0, 20) * DAY_MS;
        partsOf(one.total_amount).forEach((amount, nth) => {
          planned.push({ ...one, at: first + nth * every, refund_id: `r${nth}`, amount });
        });
      }
    },
    /**
     * Makes due refunds.
     * @param early also this many of the later ones
     */
    async refundDue(early: number = 0): Promise<void> {
      const now = clock.now();
      const later = planned.filter(({ at }) => at > now);
      const soon = new Set(later.slice(0, early));
      const due = planned.filter((one) => one.at <= now || soon.has(one));
      planned = later.filter((one) => !soon.has(one));
      await Promise.all(due.map(refund));
    },
  };
}
