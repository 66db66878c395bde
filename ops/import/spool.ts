import { once } from 'node:events';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fenOf } from '#events/money.ts';
import { type FileLine, readStatus } from './order-line.ts';

/** A rejected line, with its fields as in the file. */
export interface Rejection {
  line: number;
  reason: string;
  /** In the order of COLUMNS; unreadable text is in the first. */
  fields: readonly string[];
  /** The fields are bytes as Latin-1: they are not UTF-8. */
  in_bytes?: boolean;
}

/** Of lines that were read: their fields have some hundred characters at most. */
const ROWS_PER_FETCH = 5_000;
/** Of rejected lines, which may have a hundred thousand characters. */
const REJECTED_PER_FETCH = 100;

const TABLES = `
  SET work_mem = '64MB';
  CREATE TEMP TABLE import_lines (
    line integer NOT NULL, out_trade_no text COLLATE "C" NOT NULL, paid_at bigint NOT NULL,
    buyer text NOT NULL, plan text COLLATE "C" NOT NULL, sku text COLLATE "C" NOT NULL,
    count integer NOT NULL, unit_price bigint NOT NULL, status text NOT NULL);
  CREATE TEMP TABLE import_rejected (line integer NOT NULL, reason text NOT NULL, fields text[] NOT NULL,
    in_bytes boolean NOT NULL DEFAULT false);`;

const OFFERS = `
  SELECT DISTINCT ON (plan, sku) plan, sku, unit_price FROM import_lines
   WHERE sku <> '' ORDER BY plan, sku, paid_at DESC, line DESC`;

const ORDERS = `
  SELECT line, out_trade_no, paid_at, buyer, plan, sku, count, unit_price, status
    FROM (SELECT *, min(paid_at) OVER (PARTITION BY out_trade_no) AS began FROM import_lines) AS lines
   ORDER BY began, out_trade_no, line`;

const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const copyText = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => escaped[character] ?? '');

const copyRow = (line: FileLine): string =>
  [
    line.line,
    copyText(line.out_trade_no),
    line.paid_at,
    copyText(line.user),
    copyText(line.plan),
    copyText(line.sku),
    line.count,
    line.unit_price,
    line.status,
  ].join('\t');

interface LineRow {
  line: number;
  out_trade_no: string;
  paid_at: string;
  buyer: string;
  plan: string;
  sku: string;
  count: number;
  unit_price: string;
  status: string;
}

const fileLine = (row: LineRow): FileLine => ({
  line: row.line,
  out_trade_no: row.out_trade_no,
  paid_at: Number(row.paid_at),
  user: row.buyer,
  plan: row.plan,
  sku: row.sku,
  count: row.count,
  unit_price: fenOf(Number(row.unit_price)),
  status: readStatus(row.status) ?? 'paid',
});

/**
 * The file's lines in temporary tables of one connection: PostgreSQL sorts any number of them, and removes them at
 * the end.
 */
export async function openSpool(url: string) {
  const client = new Client({ connectionString: url, application_name: 'fanwatt-import-spool' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(TABLES);

  /** A query's rows in portions, so that the whole is never in memory. */
  async function* rows<Row extends object>(
    name: string,
    sql: string,
    most = ROWS_PER_FETCH,
  ): AsyncGenerator<Row[]> {
    await client.query(`DECLARE ${name} NO SCROLL CURSOR WITH HOLD FOR ${sql}`);
    try {
      for (;;) {
        const portion = await client.query<Row>(`FETCH ${most} FROM ${name}`);
        if (portion.rows.length === 0) return;
        yield portion.rows;
      }
    } finally {
      await client.query(`CLOSE ${name}`);
    }
  }

  return {
    async addLines(lines: readonly FileLine[]): Promise<void> {
      if (lines.length === 0) return;
      const copy = client.query(copyFrom('COPY import_lines FROM STDIN'));
      const finished = once(copy, 'finish');
      copy.end(`${lines.map(copyRow).join('\n')}\n`);
      await finished;
    },
    async reject(rejections: readonly Rejection[]): Promise<void> {
      if (rejections.length === 0) return;
      await client.query(
        `INSERT INTO import_rejected
         SELECT line, reason, ARRAY(SELECT json_array_elements_text(fields::json)), in_bytes
           FROM unnest($1::int[], $2::text[], $3::text[], $4::boolean[]) AS rejected (line, reason, fields, in_bytes)`,
        [
          rejections.map(({ line }) => line),
          rejections.map(({ reason }) => reason),
          // PostgreSQL stores no NUL; the reason contains it already.
          rejections.map(({ fields }) => JSON.stringify(fields.map((text) => text.replaceAll('\0', '␀')))),
          rejections.map(({ in_bytes = false }) => in_bytes),
        ],
      );
    },
    /** Rejects lines that are valid individually. */
    async rejectSpooled(rejections: readonly { line: number; reason: string }[]): Promise<void> {
      if (rejections.length === 0) return;
      await client.query(
        `INSERT INTO import_rejected
         SELECT line, reason,
                ARRAY[out_trade_no, to_char(to_timestamp(paid_at / 1000), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), buyer, plan,
                      sku, count::text, (unit_price / 100.0)::numeric(12, 2)::text, status]
           FROM unnest($1::int[], $2::text[]) AS rejected (line, reason) JOIN import_lines USING (line)`,
        [rejections.map(({ line }) => line), rejections.map(({ reason }) => reason)],
      );
    },
    async counts(): Promise<{ lines: number; orders: number }> {
      await client.query('CREATE INDEX ON import_lines (line); ANALYZE import_lines');
      const { rows: found } = await client.query<{ lines: number; orders: number }>(
        'SELECT count(*)::int AS lines, count(DISTINCT out_trade_no)::int AS orders FROM import_lines',
      );
      return found[0] ?? { lines: 0, orders: 0 };
    },
    /** Each plan's SKUs once, with the price at which each was sold last. Empty SKU names are left out. */
    async *offers() {
      type Row = { plan: string; sku: string; unit_price: string };
      for await (const portion of rows<Row>('import_offers', OFFERS)) {
        for (const row of portion) yield { ...row, unit_price: Number(row.unit_price) };
      }
    },
    /** All lines of each number together, in the order of the file; numbers by the time of their first line. */
    async *orders() {
      let lines: FileLine[] = [];
      for await (const portion of rows<LineRow>('import_orders', ORDERS)) {
        for (const row of portion) {
          if (lines.length > 0 && lines[0]?.out_trade_no !== row.out_trade_no) {
            yield lines;
            lines = [];
          }
          lines.push(fileLine(row));
        }
      }
      if (lines.length > 0) yield lines;
    },
    async *rejections() {
      const sql = 'SELECT line, reason, fields, in_bytes FROM import_rejected ORDER BY line';
      for await (const portion of rows<Rejection>('import_rejections', sql, REJECTED_PER_FETCH))
        yield* portion;
    },
    close: (): Promise<void> => client.end(),
  };
}

export type Spool = Awaited<ReturnType<typeof openSpool>>;
