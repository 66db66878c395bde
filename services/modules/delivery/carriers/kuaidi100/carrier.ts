import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { isLastState } from '#services/commerce/delivery/move-delivery.ts';
import { type AttemptLimit, openAttempts } from '#services/modules/accounts/attempts.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Carrier, Tracked } from '../carrier.ts';
import { ASK_AGAIN_MS, openTrackedParcels, parcelKey } from '../tracked-parcels.ts';
import { NEED_PHONE } from './codes.ts';
import type { Kuaidi100 } from './query.ts';

/** The count of all queries; it names no parcel. */
const ALL_QUERIES = createHash('sha256').update('tracking queries').digest();

/** Another process asks right now: its answer is there after this time. */
const OTHER_ASKS_MS = 60_000;

interface Parts {
  service: Kuaidi100;
  limits: { perMinute: number; perDay: number };
  pool: Pool;
  clock: Clock;
  onError(error: unknown): void;
}

/**
 * Asks Kuaidi100 about a parcel at most once in 30 minutes, and never again after its last state. All processes share
 * answers and the limits by minute and day. Never throws for a silent or refusing service: the parcel stays where it was.
 */
export function kuaidi100Carrier({ service, limits, pool, clock, onError }: Parts): Carrier {
  const parcels = openTrackedParcels(pool);
  const attempts = openAttempts(pool, clock);
  const limit: AttemptLimit = { most: limits.perMinute, windowMs: 60_000, perDay: limits.perDay };

  return {
    async track({ company_id, express_no, recipient }): Promise<Tracked> {
      if (!service.knows(company_id, express_no)) return { steps: [], wait: 0 };
      const needed = NEED_PHONE.has(company_id) ? await recipient() : undefined;
      if (NEED_PHONE.has(company_id) && needed === undefined) return { steps: [], wait: 0 };
      const key = parcelKey(company_id, express_no, needed?.address_ref ?? null);
      const known = await parcels.read(key);
      const before = known?.steps ?? [];
      const last = before.at(-1);
      const now = clock.now();
      const rested = (known?.asked_at ?? Number.NEGATIVE_INFINITY) + ASK_AGAIN_MS - now;
      if (last && isLastState(last.state)) return { steps: before, wait: 0 };
      if (rested > 0) return { steps: before, wait: known?.failed ? rested : 0 };
      const turn = await attempts.reserve(ALL_QUERIES, limit);
      if (turn.wait > 0) return { steps: before, wait: turn.wait * 1000 };
      if (!(await parcels.take(key, now))) {
        await turn.giveBack();
        return { steps: before, wait: OTHER_ASKS_MS };
      }
      try {
        const phone_digits = needed?.phone_digits ?? '';
        const answer = await service.ask({ company_id, express_no, phone_digits, before, now });
        await parcels.keep(key, answer);
        return { steps: answer.steps, wait: 0 };
      } catch (error) {
        onError(error);
        await parcels.keep(key, undefined);
        return { steps: before, wait: ASK_AGAIN_MS };
      }
    },
  };
}
