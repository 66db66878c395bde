import { figure, type Report } from './report.ts';
import type { Row } from './row.ts';

/** Explanations of the figures by bench; printed below the table of docs/performance.md. */
const remarks: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'A whole order has six steps: create-order, a charge at the provider, the payment, a signed notice over HTTP, the commit of the payment, and queries by the buyer until the order is paid. The sandbox provider runs inside the server, so both ends of its traffic use our processors.',
    'Processor time is user and system time by Linux’s count. It does not contain the buyers. It grows when other programs use the machine.',
  ],
  'flash-sale': [
    'Both runs sell the same number of units to the same number of buyers. The only difference is the number of SKUs. Successful buyers pay during the run.',
  ],
  import: [
    '`npm run import` without a server, so it builds the figures itself; seconds from start to end. The file is like a retailer’s year: 4,000 SKUs in three plans, 4,300 buyers, twenty lines per order. The figures are compared with the file in the same run, and a difference of one fen fails it.',
  ],
  'settlement-large': [
    'The log is filled by SQL and its books are built before the measurement. The figures are of `npm run settle` alone, killed once, including the start of both runs. Not part of a plain `npm run bench`.',
  ],
  'first-paint': [
    'By the browser’s own entries (`largest-contentful-paint`), in Chromium without a cache, the pages in turns. The reference shows what the browser and the machine need for any page.',
  ],
  lag: [
    'Measured outside of the server by PostgreSQL’s notifications of visible transactions: from the append to the slowest read model.',
  ],
  memory: [
    'The sum of supervisor, API and worker; a shared file (mainly Node itself) counts once. npm’s start script also stays in memory after `npm start`; it is not counted.',
  ],
};

const INTRODUCTION = `# Performance

Every figure has a reference from the same run on the same machine, because machines differ and ratios are
comparable. Rows of different machines (last column) compare by ratio only. If a ratio is useless, the reference is
the limit itself. The database is the embedded PostgreSQL with its usual settings: every event is on the disk before
the answer. Rows over HTTP measure all processes of \`npm start\`; the buyers are another process on the same machine and use its processors, too.

\`npm run bench\` measures everything and writes this page (\`-- --peers\` also installs and runs the peers,
\`-- --only orders,memory\` measures some rows, \`-- --quick\` only checks in a few minutes that everything runs).
`;

const times = (ratio: number | undefined): string => (ratio === undefined ? '–' : `${figure(ratio)} ×`);
const cell = (text: string): string => text.replaceAll('|', '\\|');

function line(row: Row, on: string): string {
  const { name, value, unit, reference, ratio, bound, target, met } = row;
  const verdict = met === undefined ? 'not judged' : met ? 'met' : '**missed**';
  return `| ${[
    cell(name),
    `${figure(value)} ${unit}`,
    `${cell(reference.name)}: ${figure(reference.value)}`,
    times(ratio),
    `${bound} ${times(target)}`,
    verdict,
    on,
  ].join(' | ')} |`;
}

/** docs/performance.md. */
export function pageOf({ benches }: Report): string {
  const measured = Object.entries(benches);
  const machines = [...new Set(measured.map(([, { machine }]) => machine))];
  const letterOf = (machine: string): string => String.fromCharCode(65 + machines.indexOf(machine));
  const table = measured.flatMap(([, { measured_at, machine, rows }]) =>
    rows.map((row) => line(row, `${measured_at.slice(0, 10)}, ${letterOf(machine)}`)),
  );
  const seen = measured.flatMap(([, { rows }]) =>
    rows.flatMap(({ name, remark }) => (remark === undefined ? [] : [`- **${name}**: ${remark}.`])),
  );
  const notes = measured.flatMap(([bench]) => (remarks[bench] ?? []).map((remark) => `- ${remark}`));
  return [
    INTRODUCTION,
    '## Measured on',
    '',
    ...machines.map((machine) => `- ${letterOf(machine)}: ${machine}`),
    '',
    '## Figures',
    '',
    '| what | measured | beside | ratio | wanted | | on |',
    '|---|---|---|---|---|---|---|',
    ...table,
    '',
    '## Seen in the same runs',
    '',
    ...seen,
    '',
    '## How to read them',
    '',
    ...notes,
    '',
  ].join('\n');
}
