import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { PayMethod } from '../provider.ts';

/** A charge as it was requested at the provider, and its page there. */
export interface RequestedCharge {
  amount: Fen;
  method: PayMethod;
  requested_at: Millis;
  /** The provider's id; null until it has answered. */
  session_id: string | null;
  url: string | null;
}

type NewCharge = Pick<RequestedCharge, 'amount' | 'method' | 'requested_at'>;
type Session = { session_id: string; url: string };

/** What we requested from a provider, so that a repetition after a crash is the same request. */
export function requestedCharges(pool: Pool, provider: string) {
  const charges = queriesOn(pool);
  const find = (charge_id: ChargeId): Promise<RequestedCharge | undefined> =>
    charges
      .selectFrom('payments.charges')
      .where('charge_id', '=', charge_id)
      .where('provider', '=', provider)
      .select(['amount', 'method', 'requested_at', 'session_id', 'url'])
      .$castTo<RequestedCharge>()
      .executeTakeFirst();
  return {
    find,
    /** The earlier request under this id, if there was one. */
    async findOrAdd(charge_id: ChargeId, charge: NewCharge): Promise<RequestedCharge> {
      const known = await find(charge_id);
      if (known) return known;
      await charges
        .insertInto('payments.charges')
        .values({ charge_id, provider, ...charge })
        .onConflict((on) => on.column('charge_id').doNothing())
        .execute();
      const added = await find(charge_id);
      if (!added) throw new Error(`${charge_id} belongs to another provider`);
      return added;
    },
    /** Saves the provider's answer to the request of this time. */
    async answered(charge_id: ChargeId, requested_at: Millis, session: Session): Promise<void> {
      await charges
        .updateTable('payments.charges')
        .set(session)
        .where('charge_id', '=', charge_id)
        .where('requested_at', '=', requested_at)
        .execute();
    },
    /** Another request takes the place of this session, which is closed. Of two at once one takes it. */
    async replace(charge_id: ChargeId, session_id: string, charge: NewCharge): Promise<void> {
      await charges
        .updateTable('payments.charges')
        .set({ ...charge, session_id: null, url: null })
        .where('charge_id', '=', charge_id)
        .where('session_id', '=', session_id)
        .execute();
    },
  };
}
