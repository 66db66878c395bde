import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { COLUMNS } from './order-line.ts';
import type { Spool } from './spool.ts';

/** `orders.csv` → `orders.rejected.csv`. */
export const rejectedFileOf = (file: string): string => `${file.replace(/\.csv$/i, '')}.rejected.csv`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Writes the rejected lines by number, each with its reason and fields, so that the file can be corrected and
 * imported. Without any, removes the file of an earlier run. Returns their number.
 */
export async function writeRejected(file: string, spool: Spool): Promise<number> {
  const target = rejectedFileOf(file);
  let count = 0;
  let out: ReturnType<typeof createWriteStream> | undefined;
  for await (const { line, reason, fields } of spool.rejections()) {
    if (out === undefined) {
      out = createWriteStream(target);
      out.write(`line,reason,${COLUMNS.join(',')}\n`);
    }
    count += 1;
    const row = [String(line), reason, ...fields].map(quoted).join(',');
    if (!out.write(`${row}\n`)) await once(out, 'drain');
  }
  if (out === undefined) await rm(target, { force: true });
  else {
    out.end();
    await once(out, 'finish');
  }
  return count;
}
