import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { type PaymentProvider, ProviderContradiction } from './provider.ts';

const TABLE = 'payments.undecided_charges';

/** The same provider; charges that its answers leave undecided are listed until it decides them. */
export function listingUndecided(provider: PaymentProvider, pool: Pool, clock: Clock): PaymentProvider {
  const charges = queriesOn(pool);
  return {
    ...provider,
    async lookUp(charge_id) {
      try {
        const state = await provider.lookUp(charge_id);
        await charges.deleteFrom(TABLE).where('charge_id', '=', charge_id).execute();
        return state;
      } catch (error) {
        if (error instanceof ProviderContradiction) {
          const { name } = provider;
          const row = charges.insertInto(TABLE).values({ charge_id, provider: name, since: clock.now() });
          await row.onConflict((on) => on.doNothing()).execute();
        }
        throw error;
      }
    },
  };
}

/** The oldest ones, and how many there are. */
export async function undecidedCharges(
  pool: Pool,
  most: number,
): Promise<{ count: number; list: { charge_id: string; since: Millis }[] }> {
  const charges = queriesOn(pool).selectFrom(TABLE);
  const { count } = await charges
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count === 0) return { count, list: [] };
  const list = await charges.select(['charge_id', 'since']).orderBy('since').limit(most).execute();
  return { count, list };
}
