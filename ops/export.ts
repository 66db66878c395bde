import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { codeOf, Problem } from '#ops/problem.ts';
import { type Env, runProgram, withBooks } from '#ops/program.ts';
import { exportFormats, exportQuery } from '#services/contract/books/books-export.ts';
import { booksFile, booksFileName } from '#services/modules/books/books-file.ts';
import { booksPeriod } from '#services/modules/books/period.ts';

const USAGE = `use: npm run export -- --format FORMAT [--from DAY] [--to DAY] [--as-of AS_OF] [--out FILE]
FORMAT is ${exportFormats.join(', ')}; DAY a business day (YYYY-MM-DD); AS_OF a log position, Unix seconds or a business
day; by default the file name has format and period`;

type ExportRequest = z.infer<typeof exportQuery> & { out: string | undefined };

const DAY = 'a day, as 2026-01-31';
const MUST_BE = [
  ['format', `one of ${exportFormats.join(', ')}`],
  ['from', DAY],
  ['to', DAY],
  ['as_of', `a log position, Unix seconds or ${DAY}`],
] as const;

function readWords(words: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { format: text, from: text, to: text, 'as-of': text, out: text };
    const { 'as-of': as_of, format = '', ...values } = parseArgs({ args: [...words], options }).values;
    if (format !== '') return { ...values, format, as_of };
  } catch {
    // An unknown option: the usage lists them.
  }
  throw new Problem(USAGE);
}

export function readExportRequest(words: readonly string[]): ExportRequest {
  const { out, ...query } = readWords(words);
  for (const [name, must] of MUST_BE) {
    if (exportQuery.shape[name].safeParse(query[name]).success) continue;
    throw new Problem(`--${name.replace('_', '-')} ${query[name]}: must be ${must}`);
  }
  return { ...exportQuery.parse(query), out };
}

const PROBLEMS = {
  ends_before_begin: '--to is before --from',
  in_future: '--as-of has not come yet',
} as const;

/**
 * Writes a file of the books. After an interruption no partial file remains.
 * @returns its name
 */
export async function exportBooks({ format, out, ...rest }: ExportRequest, env: Env): Promise<string> {
  return withBooks(env, 'export', 3, async ({ pool, calendar, clock, booked }) => {
    await booked();
    const period = await booksPeriod({ pool, calendar, clock }, rest);
    if ('why' in period) throw new Problem(PROBLEMS[period.why]);
    const name = out ?? booksFileName(period, format);
    const unfinished = `${name}.unfinished`;
    const file = await open(unfinished, 'w').catch((error) => {
      throw new Problem(
        `cannot write to ${dirname(unfinished)} (${codeOf(error)}): set --out to another file`,
      );
    });
    try {
      await pipeline(booksFile({ pool, calendar }, period, format), file.createWriteStream());
      await rename(unfinished, name);
    } finally {
      await rm(unfinished, { force: true });
    }
    return name;
  });
}

if (import.meta.main) {
  await runProgram(USAGE, async () =>
    console.info(await exportBooks(readExportRequest(process.argv.slice(2)), process.env)),
  );
}
