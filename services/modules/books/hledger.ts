import type { BusinessCalendar } from '#events/time.ts';
import type { BookedEntry } from '#read-models/books/ledger/period.ts';
import {
  aboutLines,
  amountOf,
  type BooksFormat,
  CURRENCY,
  closingOf,
  comments,
  instantText,
  oneLine,
  sumsLines,
  yuan,
} from './format.ts';
import type { BooksPeriod } from './period.ts';

/** A comma ends the value of a tag. */
const tag = (name: string, value: string | null): string =>
  value === null || value === '' ? '' : `, ${name}:${oneLine(value).replaceAll(',', ' ')}`;

/** A journal for hledger. Balances are assertions, so hledger refuses a file whose entries do not give them. */
export function hledgerFormat(calendar: BusinessCalendar, period: BooksPeriod): BooksFormat {
  function entryText({ position, booked_at, at, kind, out_trade_no, ref, postings }: BookedEntry): string {
    const tags = `time:${instantText(calendar, at)}${tag('order', out_trade_no)}${tag('ref', ref)}`;
    const lines = postings.map(({ account, amount }) => `    ${account}  ${amountOf(amount)}\n`);
    return `${calendar.dayOf(booked_at)} (${position}) ${kind}  ; ${tags}\n${lines.join('')}\n`;
  }
  return {
    head: () =>
      `; Books of Fanwatt\n${comments(aboutLines(period, calendar.timeZone))}\ncommodity 1000.00 ${CURRENCY}\n\n`,
    opening: (accounts, first) =>
      (first ? `${period.opens_on} opening balances\n` : '') +
      accounts.map(({ account, opening }) => `    ${account}  ${amountOf(opening)}\n`).join(''),
    opened: '\n',
    entries: (entries) => entries.map(entryText).join(''),
    closing: (accounts) =>
      accounts
        .map((over) => {
          const { account, opening, debit, credit } = over;
          const comment = `opening:${yuan(opening)}, debit:${yuan(debit)}, credit:${yuan(credit)}`;
          const line = `    ${account}  ${amountOf(0)} = ${amountOf(closingOf(over))}`;
          return `account ${account}\n${period.closes_on} balance  ; ${comment}\n${line}\n\n`;
        })
        .join(''),
    sums: (sums) => comments(sumsLines(sums)),
    seal: (sha256) => `; sha256 of everything above this line: ${sha256}\n`,
  };
}
