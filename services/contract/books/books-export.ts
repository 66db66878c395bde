import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { asOf, businessDay, minPosition, money } from '#services/contract/fields/fields.ts';
import { asOfInput } from '../fields/as-of.ts';

/** Journals for hledger and beancount, CSV and a spreadsheet with one posting a line. */
export const exportFormats = ['hledger', 'beancount', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const period = {
  /** Business days, inclusive; default: from the beginning to the newest entry */
  from: businessDay.optional(),
  to: businessDay.optional(),
  as_of: asOfInput,
  min_position: minPosition,
};
export const exportQuery = z.object({ format: z.enum(exportFormats), ...period });
export const exportBooks = endpoint('GET', '/api/finance/export', {
  access: 'finance',
  query: exportQuery,
  reads: ['ledger'],
  description:
    'The books of a period as of one position, as a file. Its last line (xlsx: its first sheet) is the SHA-256 of all lines above.',
});

const count = z.number().int();
/**
 * The totals that a file of that period states, with creators' accounts as one per kind. `as_of.position` gives the
 * same file again at any later time.
 */
const exportContentsAnswer = z.object({
  /** The days on which the file opens and closes */
  opens_on: businessDay,
  closes_on: businessDay,
  /** Positions of entries in it: after the first, through the second */
  after: count,
  until: count,
  accounts: z.array(
    z.object({
      account: z.string(),
      /** Number of accounts in this sum */
      accounts: count,
      postings: count,
      opening: money,
      debit: money,
      credit: money,
      balance: money,
    }),
  ),
  total: z.object({ accounts: count, postings: count, debit: money, credit: money }),
  as_of: asOf,
});
export const getExportContents = endpoint('GET', '/api/finance/export-contents', {
  access: 'finance',
  query: z.object(period),
  answer: exportContentsAnswer,
  reads: ['ledger'],
});
export type ExportContents = z.infer<typeof exportContentsAnswer>;
