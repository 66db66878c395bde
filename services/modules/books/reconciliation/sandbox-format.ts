import type { StatementLineKind } from '#events/books.ts';
import { bareCell } from '#services/runtime/tables/table-cells.ts';
import { tableTime } from '#services/runtime/tables/table-time.ts';
import { placesOf } from './column-places.ts';
import type { StatementFormat } from './statement-format.ts';

/** Columns of the sandbox provider's statement, in the order in which it writes them. */
export const SANDBOX_COLUMNS = [
  'line_id',
  'time',
  'kind',
  'reference',
  'provider_reference',
  'amount',
  'fee',
  'net',
  'currency',
] as const;

const KINDS: readonly string[] = [
  'charge',
  'refund',
  'payout',
  'transfer',
  'fee',
  'dispute',
  'other',
] satisfies StatementLineKind[];

const isKind = (word: string): word is StatementLineKind => KINDS.includes(word);

const names = Object.fromEntries(SANDBOX_COLUMNS.map((name) => [name, [name]])) as Record<
  (typeof SANDBOX_COLUMNS)[number],
  string[]
>; // one entry per column

const PERIOD = /^#\s*period[,\s]+(\S+?)[,\s]+([^\s,]+)/i;

/** As the provider writes it, to the millisecond. */
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/;
/** With an offset or Z; otherwise the time is ambiguous. */
const timeOf = (text: string): number =>
  ISO.test(text) ? Date.parse(text) : (tableTime(text, () => undefined) ?? Number.NaN);

/** A statement that we write: `# period,<from>,<to>`, a head, and a line per move of the account. */
function ownFormat(provider: 'sandbox' | 'alipay' | 'wechat', first: string): StatementFormat {
  return {
    name: provider,
    provider,
    readerFor(head) {
      const at = placesOf(head, { ...names, line_id: [first] });
      if (!at) return undefined;
      return (cells) => {
        const cell = (column: (typeof SANDBOX_COLUMNS)[number]): string => bareCell(cells[at[column]]);
        const kind = cell('kind');
        return {
          line_id: cell('line_id'),
          kind: isKind(kind) ? kind : undefined,
          reference: cell('reference'),
          provider_reference: cell('provider_reference'),
          amount: cell('amount'),
          fee: cell('fee'),
          net: cell('net'),
          currency: cell('currency'),
          at: timeOf(cell('time')),
        };
      };
    },
    periodOf(note) {
      const [, first = '', last = ''] = PERIOD.exec(note) ?? [];
      const [from, to] = [timeOf(first), timeOf(last)];
      return from < to ? { from, to } : undefined;
    },
  };
}

/** The sandbox provider's statement, and those written from the bills of Alipay and WeChat Pay. */
export const ownFormats: readonly StatementFormat[] = [
  ownFormat('sandbox', 'line_id'),
  ownFormat('alipay', 'alipay_line_id'),
  ownFormat('wechat', 'wechat_line_id'),
];
