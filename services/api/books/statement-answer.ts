import { fenOf, toWire } from '#events/money.ts';
import type {
  ItemHistory,
  ListedLine,
  ListedStatement,
  ReconciledItem,
  StateTotal,
} from '#read-models/books/reconciliation/queries.ts';
import type { ImportedStatement } from '#services/commerce/books/import-statement.ts';

const wire = (fen: number): string => toWire(fenOf(fen));
const wireOrNull = (fen: number | null): string | null => (fen === null ? null : wire(fen));
const seconds = (at: number): number => Math.floor(at / 1000);

/** Names of people by user id; empty if unknown. */
export type NameOf = (user_id: string) => string;

const sumsOf = ({ amount, fee }: { amount: number; fee: number }) => ({
  amount: wire(amount),
  fee: wire(fee),
  net: wire(amount - fee),
});

/** The result of reading a statement. */
export function reportOf({ from, to, amount, fee, ...rest }: ImportedStatement) {
  return { ...rest, from: seconds(from), to: seconds(to), ...sumsOf({ amount, fee }) };
}

/** @param until as of a position; a later reversal is not shown */
export function statementAnswerOf(
  statement: ListedStatement,
  nameOf: NameOf,
  until: number = Number.POSITIVE_INFINITY,
) {
  const { from_time: from, to_time: to, uploaded_by, uploaded_time: uploaded_at, ...others } = statement;
  const { reversed_position: position, reversed_by: by, reversed_time: time, ...fields } = others;
  const { reversed_reason: reason, ...rest } = fields;
  const reversed =
    position === null || by === null || time === null || reason === null || position > until
      ? null
      : { by: { user_id: by, name: nameOf(by) }, reason, time, position };
  return {
    ...rest,
    from,
    to,
    ...sumsOf(rest),
    uploaded_at,
    reversed,
    uploaded_by: { user_id: uploaded_by, name: nameOf(uploaded_by) },
  };
}

export const lineAnswerOf = <Line extends ListedLine>(line: Line) => ({ ...line, ...sumsOf(line) });

/** One move of money as both of us have it. */
export function itemAnswerOf(one: ReconciledItem, nameOf: NameOf) {
  const { user_id, resolved_position, resolved_time, resolved_by, resolved_reason, ...rest } = one;
  const resolution =
    resolved_position === null || resolved_time === null || resolved_by === null || resolved_reason === null
      ? null
      : {
          reason: resolved_reason,
          time: resolved_time,
          position: resolved_position,
          by: { user_id: resolved_by, name: nameOf(resolved_by) },
        };
  return {
    ...rest,
    ours: wireOrNull(one.ours),
    theirs: wireOrNull(one.theirs),
    difference: wire(one.difference),
    fee: wire(one.fee),
    written_off: wire(one.written_off),
    user: user_id === null ? null : { user_id, name: nameOf(user_id) },
    resolution,
  };
}

export const pastAnswerOf = ({ since, until, ...item }: ItemHistory, nameOf: NameOf) => ({
  ...itemAnswerOf(item, nameOf),
  since,
  until,
});

export const totalAnswerOf = ({ ours, theirs, difference, ...rest }: StateTotal) => ({
  ...rest,
  ours: wire(ours),
  theirs: wire(theirs),
  difference: wire(difference),
});

/** All people named by a statement. */
export const peopleOfStatement = ({ uploaded_by, reversed_by }: ListedStatement): string[] =>
  [uploaded_by, reversed_by].filter((one) => one !== null);

/** All people named by an item. */
export const peopleOf = ({ user_id, resolved_by }: ReconciledItem): string[] =>
  [user_id, resolved_by].filter((one) => one !== null);
