import { accountsOverSummed } from '#read-models/books/ledger/period.ts';
import { type ExportFormat, exportBooks, getExportContents } from '#services/contract/books/books-export.ts';
import { booksFile, booksFileName } from '#services/modules/books/books-file.ts';
import { closingOf, yuan } from '#services/modules/books/format.ts';
import { type BooksPeriod, booksPeriod, type PeriodRefused } from '#services/modules/books/period.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { ApiRefusal } from '../http/refusals.ts';

const types: Readonly<Record<ExportFormat, string>> = {
  hledger: 'text/plain; charset=utf-8',
  beancount: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const refusalOf = ({ field, why: key }: PeriodRefused): ApiRefusal => ({
  code: 'bad_input',
  errors: [{ field, message: { key } }],
});

const isRefused = (period: BooksPeriod | PeriodRefused): period is PeriodRefused => 'why' in period;

/** The books as a file: its preview, and the download. */
export const booksExportRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  const { pool } = deps;

  on(exportBooks, async ({ query, reply }) => {
    const { format } = query;
    const period = await booksPeriod(deps, query);
    if (isRefused(period)) return refusalOf(period);
    reply
      .type(types[format])
      .header('content-disposition', `attachment; filename="${booksFileName(period, format)}"`)
      .header('x-books-position', String(period.stood));
    return reply.send(booksFile(deps, period, format));
  });

  on(getExportContents, async ({ query }) => {
    const period = await booksPeriod(deps, query);
    if (isRefused(period)) return refusalOf(period);
    const { opens_on, closes_on, after, until, stood, as_of } = period;
    const { rows } = await accountsOverSummed(pool, period);
    const total = { accounts: 0, postings: 0, debit: 0, credit: 0 };
    for (const { accounts, postings, debit, credit } of rows) {
      total.accounts += accounts;
      total.postings += postings;
      total.debit += debit;
      total.credit += credit;
    }
    return {
      opens_on,
      closes_on,
      after,
      until,
      accounts: rows.map((over) => ({
        account: over.account,
        accounts: over.accounts,
        postings: over.postings,
        opening: yuan(over.opening),
        debit: yuan(over.debit),
        credit: yuan(over.credit),
        balance: yuan(closingOf(over)),
      })),
      total: { ...total, debit: yuan(total.debit), credit: yuan(total.credit) },
      as_of: { position: stood, time: as_of.time },
    };
  });
};
