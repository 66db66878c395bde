import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { incomeLineText } from '#events/income.ts';
import { linesAfter } from '#read-models/books/ledger/income.ts';
import type { Proof } from './proof.ts';

const LINES_AT_ONCE = 5_000;

/** As a piece of a JSON text: without its quotes. */
const piece = (text: string): string => JSON.stringify(text).slice(1, -1);

async function* pieces(pool: Pool, month: string, user_id: string, proof: Proof): AsyncGenerator<string> {
  const about = { kind: 'settlement', month, user_id };
  yield `${JSON.stringify({ format: 'fanwatt-proof-1', about, proofs: [proof] }).slice(0, -1)},"lines":"`;
  for (let position = 0; ; ) {
    const { rows } = await linesAfter(pool, {
      month,
      user_id,
      position,
      through: user_id,
      limit: LINES_AT_ONCE,
    });
    yield piece(rows.map(incomeLineText).join(''));
    if (rows.length < LINES_AT_ONCE) break;
    position = rows.at(-1)?.position ?? position;
  }
  yield '"}\n';
}

/**
 * The proof file of a creator's settled month (services/contract/audit/proof-file.ts): the settlement's event
 * with its proof, and every line under its hash. It is streamed, for any number of lines.
 * @param proof of the `MonthSettled` event
 */
export const settlementProof = (pool: Pool, month: string, user_id: string, proof: Proof): Readable =>
  Readable.from(pieces(pool, month, user_id, proof));
