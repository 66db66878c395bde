import type { Pool } from 'pg';
import { type ChargeId, isCartNumber, numberOfCharge } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { pagesOfStream } from '#events/log/stream-pages.ts';
import { cartStream, orderStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { type PaymentProvider, ProviderContradiction } from './provider.ts';

const TABLE = 'payments.undecided_charges';

const RECORDS: ReadonlySet<string> = new Set(['OrderPaid', 'CartPaid', 'LatePaymentReceived']);

/** Whether the payment of a charge is recorded. */
async function isRecorded(log: Pick<EventLog, 'readStreams'>, charge: ChargeId): Promise<boolean> {
  const number = numberOfCharge(charge);
  if (number === undefined) return false;
  const stream = isCartNumber(number) ? cartStream(number) : orderStream(number);
  for await (const page of pagesOfStream(log, stream)) {
    const isIt = page.some(
      ({ type, data }) => RECORDS.has(type) && 'charge_id' in data && data.charge_id === charge,
    );
    if (isIt) return true;
  }
  return false;
}

interface Parts {
  pool: Pool;
  clock: Clock;
  log: Pick<EventLog, 'readStreams'>;
}

/** The same provider; charges that its answers leave undecided are listed until it decides them. */
export function listingUndecided(provider: PaymentProvider, { pool, clock, log }: Parts): PaymentProvider {
  const charges = queriesOn(pool);
  const decided = (charge: ChargeId) => charges.deleteFrom(TABLE).where('charge_id', '=', charge).execute();
  return {
    ...provider,
    async lookUp(charge_id) {
      try {
        const state = await provider.lookUp(charge_id);
        await decided(charge_id);
        return state;
      } catch (error) {
        if (error instanceof ProviderContradiction) {
          const { name } = provider;
          const row = charges.insertInto(TABLE).values({ charge_id, provider: name, since: clock.now() });
          await row.onConflict((on) => on.doNothing()).execute();
          // Its notice may have come meanwhile. One that comes from now on finds the entry, and ends it.
          if (await isRecorded(log, charge_id)) await decided(charge_id);
        }
        throw error;
      }
    },
  };
}

/** At most a thousand, oldest first. */
export const undecidedCharges = (pool: Pool): Promise<{ charge_id: ChargeId; since: Millis }[]> =>
  queriesOn(pool)
    .selectFrom(TABLE)
    .select(['charge_id', 'since'])
    .orderBy('since')
    .limit(1_000)
    .$castTo<{ charge_id: ChargeId; since: Millis }>()
    .execute();
