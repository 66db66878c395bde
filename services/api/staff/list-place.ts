import type { Place } from '#services/modules/staff/people-list.ts';

/** Rows of an index that one query reads. */
export const ROWS_AT_ONCE = 1_000;
/** Queries for one page: with narrow filters it ends here, with fewer rows. */
const MOST_QUERIES = 5;

/** A place of a list as clients send it back, which the contract has checked. */
export function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf('~');
  return { key: Number(text.slice(0, at)), id: text.slice(at + 1) };
}

const placeText = ({ key, id }: Place): string => `${key}~${id}`;

/** Rows that match, and where the list continues; null at its end. */
interface Part<Row> {
  rows: { row: Row; place: Place }[];
  next: Place | null;
}

interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/**
 * A page of rows that match, from an index that is read part by part behind a place: no offset, and a bounded number of
 * rows whatever the filters leave.
 */
export async function pageBehind<Row>(
  after: Place | undefined,
  perPage: number,
  read: (after: Place | undefined) => Promise<Part<Row>>,
): Promise<Page<Row>> {
  const rows: Row[] = [];
  let place = after;
  for (let queries = 0; queries < MOST_QUERIES; queries += 1) {
    const part = await read(place);
    for (const [nth, found] of part.rows.entries()) {
      rows.push(found.row);
      const more = nth < part.rows.length - 1 || part.next !== null;
      if (rows.length === perPage) return { rows, next: more ? placeText(found.place) : null };
    }
    if (part.next === null) return { rows, next: null };
    place = part.next;
  }
  return { rows, next: place === undefined ? null : placeText(place) };
}
