/** Types of plain-memberships.mjs for the tests and the command; times in milliseconds. */
interface PlainEvent {
  type: string;
  /** Version of its form. */
  made: number;
  at: number;
  data: object;
}
type AddMonths = (at: number, months: number) => number;
export declare const CORRECTION: string;
export function monthsIn(timeZone: string): AddMonths;
export function faultsOf(events: readonly PlainEvent[], add: AddMonths): Iterable<string>;
export function membershipFaults(
  client: {
    query(query: string | { text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
  },
  through: number,
  timeZone: string,
  most: number,
): Promise<{ named: string[]; count: number }>;
