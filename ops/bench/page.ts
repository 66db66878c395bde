import { remarks } from './remarks.ts';
import { figure, type Report } from './report.ts';
import type { Row } from './row.ts';

const INTRODUCTION = `# Performance

Every figure has a reference from the same run on the same machine, because machines differ and ratios are
comparable. If a ratio is useless, the reference is the limit itself. The database is the embedded PostgreSQL
with its usual settings: every event is on the disk before the answer. Rows over HTTP measure all processes of
\`npm start\`; the buyers are another process on the same machine and use its processors, too.

\`npm run bench\` measures everything and writes this page (\`-- --peers\` also installs and runs the peers,
\`-- --only orders,memory\` measures some rows, \`-- --quick\` only checks in a few minutes that everything runs).
`;

const times = (ratio: number | undefined): string => (ratio === undefined ? '–' : `${figure(ratio)} ×`);
const cell = (text: string): string => text.replaceAll('|', '\\|');

function line(row: Row, day: string): string {
  const { name, value, unit, reference, ratio, bound, target, met } = row;
  const verdict = met === undefined ? 'not judged' : met ? 'met' : '**missed**';
  return `| ${[
    cell(name),
    `${figure(value)} ${unit}`,
    `${cell(reference.name)}: ${figure(reference.value)}`,
    times(ratio),
    `${bound} ${times(target)}`,
    verdict,
    day,
  ].join(' | ')} |`;
}

/** docs/performance.md. */
export function pageOf({ machine, benches }: Report): string {
  const measured = Object.entries(benches);
  const table = measured.flatMap(([, { measured_at, rows }]) =>
    rows.map((row) => line(row, measured_at.slice(0, 10))),
  );
  const seen = measured.flatMap(([, { rows }]) =>
    rows.flatMap(({ name, remark }) => (remark === undefined ? [] : [`- **${name}**: ${remark}.`])),
  );
  const notes = measured.flatMap(([bench]) => (remarks[bench] ?? []).map((remark) => `- ${remark}`));
  return [
    INTRODUCTION,
    '## Measured on',
    '',
    ...Object.entries(machine).map(([what, text]) => `- ${what}: ${text}`),
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
