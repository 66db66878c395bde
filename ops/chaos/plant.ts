import type { Pool } from 'pg';
import type { Journal } from './journal.ts';

/** A fault that is planted before the checks, which must find it: a negative control. */
export const plants = ['lost-order', 'doubled-refund'] as const;
export type Plant = (typeof plants)[number];

/** An acknowledged order that the log does not have. */
function loseOrder(journal: Journal): void {
  const entry = journal.entries.find(
    ({ action, outcome }) => action === 'order' && outcome === 'acknowledged',
  );
  if (!entry) throw new Error('there is no order to lose');
  journal.add({ ...entry, key: 'planted', data: { ...entry.data, out_trade_no: '2'.repeat(27) } });
}

/** The last refund again, at the end of the log. */
async function doubleRefund(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
     SELECT h.position + 1, e.stream, s.version + 1, gen_random_uuid(), e.type, e.schema_version, e.data, e.metadata, now()
       FROM log.head h, log.events e JOIN log.streams s USING (stream)
      WHERE e.type = 'OrderRefunded' ORDER BY e.position DESC LIMIT 1`,
  );
  if (rowCount !== 1) throw new Error('there is no refund to double');
}

export async function plantFault(plant: Plant, journal: Journal, pool: Pool): Promise<void> {
  if (plant === 'lost-order') loseOrder(journal);
  else await doubleRefund(pool);
}
