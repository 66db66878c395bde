import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { TrackingStep } from './carrier.ts';
import { NEED_PHONE } from './kuaidi100/codes.ts';
import type { TrackingAnswer, TrackingLine } from './kuaidi100/query.ts';

/** Asked again after this time at the earliest, whatever the answer was; the service locks parcels otherwise. */
export const ASK_AGAIN_MS = 30 * 60_000;
/** Answers are kept this long after the last query. */
const KEPT_MS = 90 * 86_400_000;

export interface ParcelKey {
  company_id: string;
  express_no: string;
  /** The vault's entry with the phone, if the company needs it: nobody else's answer is shown. Otherwise empty. */
  address_ref: string;
}

export interface TrackedParcel {
  asked_at: Millis;
  failed: boolean;
  steps: readonly TrackingStep[];
  lines: readonly TrackingLine[];
}

export const parcelKey = (company_id: string, express_no: string, address_ref: string | null): ParcelKey => ({
  company_id,
  express_no,
  address_ref: NEED_PHONE.has(company_id) ? (address_ref ?? '') : '',
});

/** What a tracking service answered, shared by all processes. */
export function openTrackedParcels(pool: Pool) {
  return {
    async read({ company_id, express_no, address_ref }: ParcelKey): Promise<TrackedParcel | undefined> {
      const row = await queriesOn(pool)
        .selectFrom('delivery.tracked_parcels')
        .where('company_id', '=', company_id)
        .where('express_no', '=', express_no)
        .where('address_ref', '=', address_ref)
        .select(['asked_at', 'failed', 'steps', 'lines'])
        .executeTakeFirst();
      // Only `keep` below writes steps and lines.
      return row && { ...row, steps: row.steps as TrackingStep[], lines: row.lines as TrackingLine[] };
    },
    /** Takes the turn to ask. False if another process did so within 30 minutes. */
    async take(key: ParcelKey, now: Millis): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: 'tracked-parcel-take',
        text: `INSERT INTO delivery.tracked_parcels AS before
                 (company_id, express_no, address_ref, asked_at, failed, steps, lines)
               VALUES ($1, $2, $3, $4, false, '[]', '[]')
               ON CONFLICT (company_id, express_no, address_ref) DO UPDATE SET asked_at = $4
               WHERE before.asked_at + ${ASK_AGAIN_MS} <= $4`,
        values: [key.company_id, key.express_no, key.address_ref, now],
      });
      return rowCount === 1;
    },
    /** An answer without lines leaves those of an earlier one; undefined: the query failed. */
    async keep(key: ParcelKey, answer: TrackingAnswer | undefined): Promise<void> {
      await queriesOn(pool)
        .updateTable('delivery.tracked_parcels')
        .set({
          failed: answer === undefined,
          ...(answer && { steps: JSON.stringify(answer.steps) }),
          ...(answer && answer.lines.length > 0 && { lines: JSON.stringify(answer.lines) }),
        })
        .where('company_id', '=', key.company_id)
        .where('express_no', '=', key.express_no)
        .where('address_ref', '=', key.address_ref)
        .execute();
    },
  };
}

/** Removes answers about parcels that nobody has followed for 90 days. */
export const forgetTrackedParcels = (pool: Pool, now: Millis): Promise<unknown> =>
  pool.query('DELETE FROM delivery.tracked_parcels WHERE asked_at <= $1', [now - KEPT_MS]);
