import type { RejectedLine, StatementLine } from '#events/books.ts';
import type { Millis } from '#events/time.ts';
import type { StatementCells } from './statement-cells.ts';

/** How a provider writes its statements. */
export interface StatementFormat {
  name: 'sandbox' | 'stripe' | 'alipay' | 'wechat';
  /** As in `OrderPlaced.provider`. */
  provider: string;
  /** Reads a line by the head's names; undefined when the head is not this format's. */
  readerFor(head: readonly string[]): ((cells: readonly string[]) => StatementCells) | undefined;
  /** The period that a line above the head names, if it does. */
  periodOf?(note: string): Period | undefined;
}

/** From the first instant to just before the other. */
export interface Period {
  from: Millis;
  to: Millis;
}

/** Some lines of a file, by their numbers in it. */
export interface ReadLines {
  lines: { line: number; read: StatementLine }[];
  rejected: RejectedLine[];
}
