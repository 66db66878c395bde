import type { Pool } from 'pg';
import { newEventId } from '../ids.ts';
import { addRows, type RecordedRow } from './begun-twice.ts';

const CREATOR = 'creator-of-lost-months';
const day = (text: string): number => Date.parse(`${text}T12:00:00+08:00`);

/** Events of one fan's memberships as they were recorded: at, type, its data; `v` is the version of their form. */
type Recorded = readonly (readonly [at: string, type: string, data: object, v?: 1 | 2])[];

const times = (from: string, until: string, months: number) => ({
  from: day(from),
  until: day(until),
  months,
  plan_name: 'Plan',
  monthly_price: 3_000,
  paid: 3_000 * months,
});
const tea = { plan_id: 'tea', independent: true };
const plain = { plan_id: 'tea', independent: false };
const milk = { plan_id: 'milk', independent: false };

/** A plan is independent, then no longer. Its fan has a month, a year by an upgrade, and one more month. */
const lost: Recorded = [
  [
    '2025-11-01',
    'MembershipStarted',
    { out_trade_no: 'a1', ...tea, ...times('2025-11-01', '2025-12-01', 1) },
  ],
  [
    '2025-11-10',
    'MembershipStarted',
    { out_trade_no: 'a2', ...milk, ...times('2025-11-10', '2026-11-10', 12) },
  ],
  [
    '2025-11-12',
    'MembershipUpgraded',
    { out_trade_no: 'a3', from_plan: 'milk', ...plain, ...times('2025-11-12', '2026-11-10', 12) },
  ],
  [
    '2025-11-20',
    'MembershipExtended',
    { out_trade_no: 'a4', ...plain, ...times('2025-12-01', '2026-01-01', 1) },
  ],
];

/** Fans with that damage, with the same corrected by a later order, and without any. */
const fans: Readonly<Record<string, Recorded>> = {
  lost,
  corrected: [
    ...lost,
    [
      '2025-12-20',
      'MembershipExtended',
      { run_id: 'a2', out_trade_no: 'a5', ...plain, ...times('2026-01-01', '2027-01-10', 1) },
      2,
    ],
  ],
  // Months were counted from the last end.
  drifted: [
    [
      '2026-01-31',
      'MembershipStarted',
      { out_trade_no: 'a1', ...milk, ...times('2026-01-31', '2026-02-28', 1) },
    ],
    [
      '2026-02-20',
      'MembershipExtended',
      { out_trade_no: 'a2', ...milk, ...times('2026-02-28', '2026-03-28', 1) },
    ],
    [
      '2026-03-20',
      'MembershipExtended',
      { out_trade_no: 'a3', ...milk, ...times('2026-03-28', '2026-04-28', 1) },
    ],
  ],
  refunded: [
    [
      '2026-01-31',
      'MembershipStarted',
      { out_trade_no: 'a1', ...milk, ...times('2026-01-31', '2026-02-28', 1) },
    ],
    [
      '2026-02-01',
      'MembershipExtended',
      { out_trade_no: 'a2', ...milk, ...times('2026-02-28', '2026-05-28', 3) },
    ],
    [
      '2026-02-02',
      'MembershipRevoked',
      {
        out_trade_no: 'a1',
        ...milk,
        runs_on: null,
        left: [{ out_trade_no: 'a2', from: day('2026-02-01'), until: day('2026-05-01') }],
      },
    ],
    [
      '2026-02-03',
      'MembershipExtended',
      { out_trade_no: 'a3', ...milk, ...times('2026-05-01', '2026-06-01', 1) },
    ],
  ],
  permanent: [
    [
      '2026-01-31',
      'MembershipStarted',
      { out_trade_no: 'a1', ...milk, ...times('2026-01-31', '2026-02-28', 1) },
    ],
    [
      '2026-02-03',
      'MembershipExtended',
      { out_trade_no: 'a2', ...milk, ...times('2026-02-28', '2026-03-28', 1), until: null },
    ],
  ],
};

/** The line of the checks about it. */
export const LOST_MONTHS = `membership of lost with ${CREATOR} for tea: recorded to 2026-01-01, paid to 2026-12-10`;

/** Adds memberships that an older program recorded. Only the one of `lost` has an end that its payments do not give. */
export async function addLostMonths(pool: Pool): Promise<void> {
  const rows = Object.entries(fans).flatMap(([user_id, events]) =>
    events.map(
      ([at, type, data, schema_version = 1], version): RecordedRow => ({
        stream: `membership-${CREATOR}-${user_id}`,
        version,
        id: newEventId(),
        type,
        schema_version,
        data: JSON.stringify({ creator_id: CREATOR, user_id, ...data }),
        metadata: JSON.stringify({ creator_id: CREATOR, actor: 'process:payments', at: day(at) }),
        recorded_at: String(day(at) * 1_000),
      }),
    ),
  );
  await addRows(pool, rows);
}
