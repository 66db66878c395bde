import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { newUserId, type UserId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import { daysOf } from '#read-models/stats/daily-stats/queries.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openAccounts } from '#services/modules/all.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';
import { createListener } from '#services/runtime/listener.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { type ImportResult, importFile } from './import-file.ts';
import { openStats } from './read-models.ts';
import { differences } from './testing/compare-sums.ts';
import { sumsOf } from './testing/file-sums.ts';
import { writeRetailFile } from './testing/retail-file.ts';

const HEADER = 'out_trade_no,paid_at,user,plan,sku,count,unit_price,status';
const calendar = businessCalendar('Asia/Shanghai');
const database = fixture(() => createTestDatabase('whole'));
const folder = temporaryFolder();
let file: string;
let creator: UserId;

beforeEach(() => {
  creator = newUserId();
  file = join(folder.path, `${creator}.csv`);
});

/** A run of the program from start to end; `stopAfter` numbers after which it is stopped. */
async function run(path: string, options: { stopAfter?: number; as?: UserId } = {}): Promise<ImportResult> {
  const pool = createPool(database.url, { name: 'import', max: 8 });
  const listener = createListener(database.url);
  const log = postgresLog(pool);
  const committer = startCommitter({ log, clock: systemClock, pool });
  const { accounts } = await openAccounts({
    pool,
    clock: systemClock,
    listener,
    secrets: secretsOf('import'),
  });
  const stats = await openStats(pool, log, calendar);
  const stopping = new AbortController();
  try {
    return await importFile(options.as ?? creator, path, {
      url: database.url,
      pool,
      log,
      committer,
      contacts: accounts.contacts,
      figures: stats,
      calendar,
      clock: systemClock,
      progress: (step) => ({
        show(done) {
          if (step === 'Importing' && done >= (options.stopAfter ?? Number.POSITIVE_INFINITY))
            stopping.abort();
        },
        end: () => undefined,
      }),
      signal: stopping.signal,
    });
  } finally {
    await stats.close();
    await committer.close();
    await log.close();
    await listener.close();
    await pool.end();
  }
}

const write = (...lines: string[]): Promise<void> => writeFile(file, [HEADER, ...lines, ''].join('\n'));
const rejected = async (): Promise<string[]> =>
  (await readFile(file.replace('.csv', '.rejected.csv'), 'utf8')).trim().split('\n').slice(1);

async function numbers(): Promise<string[]> {
  const { rows } = await database.pool.query<{ out_trade_no: string }>(
    'SELECT out_trade_no FROM rm.orders WHERE creator_id = $1 ORDER BY out_trade_no COLLATE "C"',
    [creator],
  );
  return rows.map(({ out_trade_no }) => out_trade_no);
}

describe('a retail file', () => {
  it('comes out as a plain sum over it, also when the import is stopped and run again', async () => {
    const retail = await writeRetailFile(file, {
      orders: 1_300,
      skus: 420,
      plans: 3,
      buyers: 150,
      linesPerOrder: 5,
      firstDay: '2025-03-01',
      days: 40,
    });
    const stopped = await run(file, { stopAfter: 500 });
    expect(stopped).toMatchObject({ complete: false, imported: 500 });
    const finished = await run(file);
    expect(finished).toMatchObject({ complete: true, imported: 800, there_already: 500, rejected: 0 });
    expect(await run(file)).toMatchObject({
      imported: 0,
      there_already: 1_300,
      rejected: 0,
      lines: retail.lines,
    });

    expect(await sumsOf(file, calendar)).toEqual(retail);
    expect(await differences(database.pool, creator, retail)).toEqual([]);
    // The comparison can fail: a fen more on a day is seen, by the day and by all that adds up to it.
    const [day, sums] = [...retail.days][0]!;
    const dearer = {
      ...retail,
      days: new Map(retail.days).set(day, { ...sums, gross: fenOf(sums.gross + 1) }),
    };
    expect(await differences(database.pool, creator, dearer)).toHaveLength(4);
  });
});

describe('the orders of a file', () => {
  it('reject bad lines with number and reason, and bring in the rest', async () => {
    await write(
      '1,2025-01-01 10:00:00,Ann,Prints,A3,2,5.00,paid',
      '1,2025-01-01 10:00:00,Ann,Prints,A4,-1,5.00,paid',
      '1,2025-01-01 10:00:00,Bob,Prints,A4,1,5.00,paid',
      '2,2025-01-01 11:00:00,Ann,Prints,,1,5.00,paid',
      '3,2025-01-01 12:00:00,"Cy, Jr",Prints,A3,1,5.00,refunded',
    );
    expect(await run(file)).toMatchObject({ imported: 2, rejected: 3 });
    expect(await numbers()).toEqual(['1', '3']);
    expect((await rejected()).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['3', 'count must be above zero'],
      ['4', 'user differs from line 2 of the same order'],
      ['5', 'sku is missing'],
    ]);
  });

  it('report for a late line that its order exists without it', async () => {
    await write('1b,2025-01-01 10:00:00,Ann,Prints,A3,2,5.00,paid');
    await run(file);
    await write(
      '1b,2025-01-01 10:00:00,Ann,Prints,A3,2,5.00,paid',
      '1b,2025-01-01 10:00:00,Ann,Prints,A4,1,5.00,paid',
    );
    expect(await run(file)).toMatchObject({ imported: 0, there_already: 1, rejected: 1 });
    expect(await rejected()).toEqual([expect.stringContaining('was imported before without this line')]);
  });

  it('get another number, always the same, when theirs is in use', async () => {
    await write('77,2025-01-01 10:00:00,Ann,Prints,A3,2,5.00,paid');
    await run(file, { as: newUserId() });
    await run(file);
    expect(await run(file)).toMatchObject({ imported: 0, there_already: 1 });
    expect(await numbers()).toEqual([expect.stringMatching(/^77-[0-9a-f]{10}$/)]);
  });

  it('are one per plan, one for scattered lines, and partly refunded', async () => {
    await write(
      '8,2025-01-01 10:00:00,Ann,Prints,A3,2,5.00,paid',
      '9,2025-01-01 10:00:00,Ann,Prints,A3,1,5.00,paid',
      '8,2025-01-01 10:01:00,Ann,Prints,A4,1,3.00,refunded',
      '8,2025-01-01 10:00:00,Ann,Books,B1,1,7.00,paid',
    );
    expect(await run(file)).toMatchObject({ imported: 3, rejected: 0 });
    expect(await numbers()).toEqual(['8', expect.stringMatching(/^8\.[0-9a-f]{10}$/), '9']);
    const days = await daysOf(database.pool, {
      creator_id: creator,
      plan_id: '',
      from: '2025-01-01',
      to: '2025-01-01',
    });
    expect(days.rows).toMatchObject([{ orders: 3, gross: 2_500, refunds: 300 }]);
  });

  it('come into hidden plans without limits of stock, and touch no stock', async () => {
    await write('90,2025-01-01 10:00:00,Ann,Prints,A3,80995,5.00,paid');
    await run(file);
    const { rows } = await database.pool.query(
      `SELECT plans.status, stock.stock, stock.held::int, stock.sold::int
         FROM rm.plans AS plans JOIN rm.skus USING (plan_id) JOIN rm.sku_stock AS stock USING (sku_id)
        WHERE plans.creator_id = $1`,
      [creator],
    );
    expect(rows).toEqual([{ status: 3, stock: null, held: 0, sold: 0 }]);
  });
});

it('names what a file lacks', async () => {
  await writeFile(file, 'out_trade_no,user\n1,Ann\n');
  await expect(run(file)).rejects.toThrow(/missing: paid_at, plan, sku, count, unit_price, status/);
  await writeFile(file, '');
  await expect(run(file)).rejects.toThrow(/is empty/);
});
