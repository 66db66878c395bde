/** Types of plain-books.mjs for the tests; fen, a debit is above zero. */
interface LoggedEvent {
  position: number;
  type: string;
  data: unknown;
  metadata: { at: number; imported?: boolean };
}
interface PlainLine {
  /** Whose month it belongs to. */
  owner: string;
  at: number;
  net: number;
}
export function leftOf(total: number, percent: number, refunded: number): number;
export function plainBooks(
  events: Iterable<LoggedEvent>,
  through?: number,
): { balances: Map<string, number>; lines: PlainLine[] };
