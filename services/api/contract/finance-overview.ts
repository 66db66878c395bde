import { z } from 'zod';
import { asOf, minPosition } from './fields.ts';
import { asOfInput } from './finance.ts';

export const booksAsOfQuery = z.object({ as_of: asOfInput, min_position: minPosition });
/** Where in the log, and when, the books that `as_of` names stood; without it, how far they have come. */
export const booksAsOfAnswer = z.object({ as_of: asOf });

export type BooksAsOf = z.infer<typeof booksAsOfAnswer>;
