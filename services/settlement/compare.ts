import type { Pool } from 'pg';
import { type Settlement, settlementsAfter } from '#read-models/ledger/income.ts';
import type { LineSums } from './month-figures.ts';
import { addUpMonth, type CreatorSums } from './stream-lines.ts';

const CREATORS_AT_ONCE = 500;

const COMPARED = [
  'orders',
  'gross',
  'payment_fee',
  'service_fee',
  'affiliate',
  'refunds',
  'net',
  'first_position',
  'last_position',
  'lines_sha256',
] as const satisfies readonly (keyof LineSums)[];

/** Figures of a settlement that are not what its lines come to. */
export type Difference = (typeof COMPARED)[number];

export const differencesOf = (settled: LineSums, sums: LineSums): Difference[] =>
  COMPARED.filter((figure) => settled[figure] !== sums[figure]);

export interface Differing {
  user_id: string;
  figures: Difference[];
}

export interface Comparison {
  compared: number;
  differing: Differing[];
}

const NO_LINES: LineSums = {
  ...{ orders: 0, gross: 0, payment_fee: 0, service_fee: 0, affiliate: 0, refunds: 0, net: 0 },
  ...{ first_position: 0, last_position: 0, lines_sha256: '' },
} as LineSums; // zeros are fen

/** What stands in a settlement as its lines would say it. */
export const sumsOf = (settlement: Settlement): LineSums => settlement as Settlement & LineSums; // fen by the books

/** Works every settlement of a month out again from its lines, and lists those that differ. */
export async function compareMonth(
  pool: Pool,
  month: string,
  onProgress: (compared: number) => void = () => undefined,
): Promise<Comparison> {
  const differing: Differing[] = [];
  let compared = 0;
  for (let after = ''; ; ) {
    const { rows } = await settlementsAfter(pool, month, after, CREATORS_AT_ONCE);
    const last = rows.at(-1)?.user_id;
    if (last === undefined) return { compared, differing };
    const sums = new Map<string, CreatorSums>();
    const users = rows.map(({ user_id }) => user_id);
    for await (const one of addUpMonth(pool, month, users)) sums.set(one.user_id, one);
    for (const settlement of rows) {
      const { user_id } = settlement;
      const figures = differencesOf(sumsOf(settlement), sums.get(user_id) ?? NO_LINES);
      if (figures.length > 0) differing.push({ user_id, figures });
    }
    compared += rows.length;
    onProgress(compared);
    after = last;
  }
}
