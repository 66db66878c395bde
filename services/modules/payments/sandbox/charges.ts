import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import { batcher } from '#services/runtime/batcher.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { atMost } from '#services/runtime/weight.ts';
import { type ChargeRequest, type ChargeState, ProviderRefusal } from '../provider.ts';

const MAX_PER_STATEMENT = 256;
const MAX_WAITING = 10_000;
/** Recent charges of this process; repeated look-ups of an unpaid order need no query. */
const MAX_REMEMBERED = 20_000;

/** Charges in the books, by id, without missing ones. */
export async function chargeStates(
  pool: Pool,
  charges: readonly string[],
): Promise<Map<string, ChargeState>> {
  const rows = await queriesOn(pool)
    .selectFrom('sandbox.charges')
    .where('charge_id', '=', anyOf(charges))
    .select(['charge_id', 'status', 'amount'])
    .$castTo<ChargeState>()
    .execute();
  return new Map(rows.map((row) => [row.charge_id, row]));
}

/** The charges in the sandbox provider's own books. */
export function sandboxCharges(pool: Pool, clock: Clock) {
  const look = async (charges: readonly ChargeId[]): Promise<(ChargeState | undefined)[]> => {
    const states = await chargeStates(pool, charges);
    return charges.map((charge) => states.get(charge));
  };

  /** Amount of each charge in the books: of an older request with the same id, if there was one. */
  const insert = async (input: readonly ChargeRequest[]): Promise<Fen[]> => {
    // In one order everywhere, so that two processes that make the same charges cannot wait for each other.
    const requests = input.toSorted((a, b) => (a.charge_id < b.charge_id ? -1 : 1));
    const { rows } = await pool.query<{ charge_id: string }>({
      name: 'sandbox-create-charges',
      text: `WITH unhurried AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
             INSERT INTO sandbox.charges (charge_id, out_trade_no, amount, currency, expires_at, agreed, created_at)
             SELECT r.*, $7::bigint
               FROM unhurried, unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[],
                                         $6::text[]) AS r
             ON CONFLICT (charge_id) DO NOTHING RETURNING charge_id`,
      values: [
        requests.map((request) => request.charge_id),
        requests.map((request) => request.out_trade_no),
        requests.map((request) => request.amount),
        requests.map((request) => request.currency),
        requests.map((request) => request.expires_at),
        requests.map(({ agreed }) => (agreed ? 'success' : null)),
        clock.now(),
      ],
    });
    const fresh = new Set(rows.map((row) => row.charge_id));
    const older = requests.filter((request) => !fresh.has(request.charge_id));
    const known = new Map<string, Fen>();
    if (older.length > 0) {
      for (const state of await look(older.map((request) => request.charge_id))) {
        if (state) known.set(state.charge_id, state.amount);
      }
    }
    return input.map((request) => known.get(request.charge_id) ?? request.amount);
  };

  const limits = { most: MAX_PER_STATEMENT, waiting: MAX_WAITING };
  const creating = batcher(insert, {
    name: 'sandbox charges',
    ...limits,
    keyOf: (request) => request.charge_id,
  });
  // A charge's content never changes, so a cache is always right.
  const remembered = new LRUCache<string, Fen>(atMost(MAX_REMEMBERED));
  const looking = batcher(look, { name: 'sandbox look-ups', ...limits });

  return {
    lookUp: (charge: ChargeId): Promise<ChargeState | undefined> => looking.add(charge),
    /** Reads the books again when a charge is created a second time, because it is missing there. */
    forget: (charge: string): void => void remembered.delete(charge),
    /**
     * Answers before the charge is on the disk; after a crash of the database the charge can be missing. A paid one is
     * always durable.
     */
    async create(request: ChargeRequest): Promise<void> {
      const { charge_id } = request;
      const amount = remembered.get(charge_id) ?? (await creating.add(request));
      remembered.set(charge_id, amount);
      if (amount !== request.amount) {
        throw new ProviderRefusal('charge_differs', `${charge_id} has the amount ${amount} fen`);
      }
    },
  };
}
