import { type Answer, AnswerTooLarge } from './as-of.ts';

const MAX_ROWS = 500;

/**
 * All rows of a list, page by page: 500 rows or 16 MiB of rows at a time.
 * @param read gets the last row of the page before and the number of rows before
 */
export async function* readPages<Row>(
  read: (last: Row | undefined, limit: number, offset: number) => Promise<Pick<Answer<Row>, 'rows'>>,
): AsyncGenerator<Row[]> {
  let limit = MAX_ROWS;
  let offset = 0;
  let last: Row | undefined;
  for (;;) {
    try {
      const { rows } = await read(last, limit, offset);
      if (rows.length > 0) yield rows;
      if (rows.length < limit) return;
      last = rows.at(-1);
      offset += rows.length;
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || limit === 1) throw error;
      limit = Math.floor(limit / 2);
    }
  }
}
