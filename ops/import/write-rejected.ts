import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { csvLines, csvOf } from '#services/contract/fields/csv.ts';
import { COLUMNS } from './order-line.ts';
import type { Spool } from './spool.ts';

/** `orders.csv` → `orders.rejected.csv`. */
export const rejectedFileOf = (file: string): string => `${file.replace(/\.csv$/i, '')}.rejected.csv`;

/**
 * Writes the rejected lines by number, each with its reason and fields, so that the file can be corrected and
 * imported. Without any, removes the file of an earlier run. Returns their number.
 */
export async function writeRejected(file: string, spool: Pick<Spool, 'rejections'>): Promise<number> {
  const target = rejectedFileOf(file);
  let count = 0;
  let out: ReturnType<typeof createWriteStream> | undefined;
  for await (const { line, reason, fields, in_bytes } of spool.rejections()) {
    if (out === undefined) {
      out = createWriteStream(target);
      out.write(csvOf([['line', 'reason', ...COLUMNS]]));
    }
    count += 1;
    const row = csvLines([[String(line), reason, ...fields]]);
    if (!out.write(row, in_bytes ? 'latin1' : 'utf8')) await once(out, 'drain');
  }
  if (out === undefined) await rm(target, { force: true });
  else {
    out.end();
    await once(out, 'finish');
  }
  return count;
}
