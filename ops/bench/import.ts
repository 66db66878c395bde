import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { differences } from '#ops/import/testing/compare-sums.ts';
import { type FileSums, sumsOf } from '#ops/import/testing/file-sums.ts';
import { type ImportProgram, startImport } from '#ops/import/testing/import-program.ts';
import { writeRetailFile } from '#ops/import/testing/retail-file.ts';
import { startTestApi, type TestApi } from '#services/api/testing/test-api.ts';
import { type Bench, noMoreThan, type Row } from './row.ts';

const ORDERS = 25_000;
const SECONDS = 180;
const MEMORY_MB = 400;
const BETWEEN_LOOKS_MS = 50;

/** A year of a retailer's orders: few regulars, few bestsellers, twenty lines to an order. */
const retailer = (orders: number) => ({
  orders,
  skus: 4_000,
  plans: 3,
  buyers: 4_300,
  linesPerOrder: 20,
  firstDay: '2010-12-01',
  days: 370,
});

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Peak resident memory of the program. Linux records it, so occasional samples suffice. */
async function peakOf(program: ImportProgram): Promise<number> {
  let peak = 0;
  let over = false;
  const ended = program.finished.finally(() => {
    over = true;
  });
  while (!over) {
    peak = Math.max(peak, (await program.peakMb()) ?? 0);
    await Promise.race([pause(BETWEEN_LOOKS_MS), ended]);
  }
  await ended;
  return peak;
}

async function importInto(api: TestApi, file: string, sums: FileSums): Promise<Row[]> {
  const creator = await api.creator();
  const began = performance.now();
  const program = startImport(api, creator.url_slug, file);
  const peak = await peakOf(program);
  const seconds = (performance.now() - began) / 1000;
  const found = await differences(api.deps.pool, creator.user_id, sums);
  if (found.length > 0) throw new Error(`the figures are not the sums of the file: ${found.join('; ')}`);
  const what = `import of ${whole(sums.lines)} lines (${whole(sums.orders)} orders)`;
  const agreed = `${whole(sums.days.size)} daily rows, ${sums.plans.size} plans and the orders that explain them`;
  return [
    noMoreThan(SECONDS, {
      name: `${what}, until its figures are there`,
      value: seconds,
      unit: 's',
      remark: `${whole(sums.lines / seconds)} lines a second; ${agreed} agree with a plain sum over the file`,
    }),
    noMoreThan(MEMORY_MB, {
      name: `${what}: most that the program kept resident`,
      value: peak,
      unit: 'MB',
    }),
  ];
}

/** `npm run import` on a file like a retailer's, without a server; and whether the result is correct. */
export const importBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const file = join(tmpdir(), `fanwatt-bench-${process.pid}.csv`);
  const api = await startTestApi({ projections: false });
  try {
    await writeRetailFile(file, retailer(quick ? ORDERS / 10 : ORDERS));
    return await importInto(api, file, await sumsOf(file, api.deps.calendar));
  } finally {
    await api.close();
    await rm(file, { force: true });
  }
};
