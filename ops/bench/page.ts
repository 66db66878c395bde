import { remarks } from './remarks.ts';
import { figure, type Report } from './report.ts';
import type { Row } from './row.ts';

const INTRODUCTION = `# Performance

Every figure stands beside a reference measured in the same run on the same machine: machines differ, ratios
hold. Where the ratio would say nothing, the reference is the limit itself. The database is the embedded
PostgreSQL with its usual settings: every event is on the disk before anybody is answered. Rows over HTTP ask
what \`npm start\` runs, with all its processes; the buyers are another process on the same machine and take
their share of its processors.

\`npm run bench\` measures all of it and writes this page (\`-- --peers\` installs and runs the peers too,
\`-- --only orders,memory\` renews some rows, \`-- --quick\` shows in a few minutes that everything runs and
writes nothing).
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
