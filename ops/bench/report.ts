import { cpus, totalmem } from 'node:os';
import { Client } from 'pg';
import type { Row } from './row.ts';

/** docs/performance.json: the last careful run of each bench. */
export interface Report {
  benches: Readonly<Record<string, { measured_at: string; machine: string; rows: readonly Row[] }>>;
}

/** Enough digits to distinguish a limit from a near miss. */
const digitsOf = (size: number): number => (size < 0.1 ? 3 : size < 10 ? 2 : 0);

export const figure = (value: number | undefined): string =>
  value === undefined
    ? 'not measured'
    : value.toLocaleString('en-US', { maximumFractionDigits: digitsOf(Math.abs(value)) });

const verdict = ({ met }: Row): string => (met === undefined ? '–' : met ? 'met' : 'MISSED');

/** A row as lines for the terminal. */
export function describeRow(row: Row): string {
  const ratio =
    row.ratio === undefined ? '' : ` = ${figure(row.ratio)} × (${row.bound} ${figure(row.target)} ×)`;
  return [
    `${verdict(row).padEnd(7)}${row.name}: ${figure(row.value)} ${row.unit}`,
    `       beside ${row.reference.name}: ${figure(row.reference.value)}${ratio}`,
    ...(row.remark === undefined ? [] : [`       ${row.remark}`]),
  ].join('\n');
}

/** The machine of the figures, in one line. */
export async function describeMachine(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const processors = cpus();
    return [
      `${processors.length} × ${processors[0]?.model.trim() || 'unknown'}`,
      `${Math.round(totalmem() / 2 ** 30)} GiB`,
      `${process.platform} ${process.arch}`,
      `Node ${process.version}`,
      `PostgreSQL ${rows[0]?.server_version ?? 'unknown'}`,
    ].join(', ');
  } finally {
    await client.end();
  }
}
