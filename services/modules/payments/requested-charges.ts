import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { PayMethod, PayScene } from './provider.ts';

/** A charge as it was requested at the provider, and its page there. */
export interface RequestedCharge {
  amount: Fen;
  method: PayMethod;
  requested_at: Millis;
  /** The provider's id; null until it has answered. */
  session_id: string | null;
  url: string | null;
  /** What the payer scans; null without one. */
  code: string | null;
  answered_at: Millis | null;
  /** Our number of it at the provider; null where the provider makes the number. */
  trade_number: string | null;
  /** Null where it makes no difference. */
  scene: PayScene | null;
}

type NewCharge = Pick<RequestedCharge, 'amount' | 'method' | 'requested_at'> &
  Partial<Pick<RequestedCharge, 'trade_number' | 'scene'>>;
type Session = Pick<RequestedCharge, 'session_id' | 'url'> &
  Partial<Pick<RequestedCharge, 'code' | 'answered_at'>>;

/** What we requested from a provider, so that a repetition after a crash is the same request. */
export function requestedCharges(pool: Pool, provider: string) {
  const charges = queriesOn(pool);
  const find = (charge_id: ChargeId): Promise<RequestedCharge | undefined> =>
    charges
      .selectFrom('payments.charges')
      .where('charge_id', '=', charge_id)
      .where('provider', '=', provider)
      .select(['amount', 'method', 'requested_at', 'session_id', 'url'])
      .select(['code', 'answered_at', 'trade_number', 'scene'])
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
        .set({ ...charge, session_id: null, url: null, code: null, answered_at: null })
        .where('charge_id', '=', charge_id)
        .where('session_id', '=', session_id)
        .execute();
    },
  };
}
