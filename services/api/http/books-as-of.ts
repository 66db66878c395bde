import { type BooksAsOf, stateOfBooks } from '#services/modules/books/books-as-of.ts';
import { InvalidInput } from './input.ts';

/** Reads `as_of` of a request. Throws InvalidInput for a future day or time. */
export async function booksAsOf(...request: Parameters<typeof stateOfBooks>): Promise<BooksAsOf> {
  const books = await stateOfBooks(...request);
  if (books === 'in_future') {
    throw new InvalidInput([{ field: 'as_of', message: { key: 'in_future' } }]);
  }
  return books;
}
