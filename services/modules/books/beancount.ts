import { addDays, type BusinessCalendar } from '#events/time.ts';
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

const quoted = (text: string): string => `"${oneLine(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Letters, digits and dashes are all that a name may hold. */
const nameable = (word: string): string =>
  word.replaceAll(/[^0-9A-Za-z-]/g, (other) => `-${other.codePointAt(0)?.toString(16)}-`);

/**
 * An account in beancount's form, each part with a capital or digit first. A person's id is prefixed with U, so that
 * ids that differ in their first letter stay different.
 */
function beancountAccount(account: string): string {
  const parts = account.split(':');
  const ofUser = parts[0] === 'liabilities' && parts[1] === 'user';
  return parts
    .map((part, at) => (ofUser && at === 2 ? `U${nameable(part)}` : capital(nameable(part))))
    .join(':');
}

const metadata = (name: string, value: string | null): string =>
  value === null || value === '' ? '' : `  ${name}: ${quoted(value)}\n`;

/** A journal for beancount, with balances as assertions (which apply at the start of a day). */
export function beancountFormat(calendar: BusinessCalendar, period: BooksPeriod): BooksFormat {
  function entryText({ position, booked_at, at, kind, out_trade_no, ref, postings }: BookedEntry): string {
    const lines = postings.map(
      ({ account, amount }) => `  ${beancountAccount(account)}  ${amountOf(amount)}\n`,
    );
    return [
      `${calendar.dayOf(booked_at)} * ${quoted(kind)}\n`,
      `  position: ${position}\n  time: ${quoted(instantText(calendar, at))}\n`,
      metadata('order', out_trade_no) + metadata('ref', ref),
      `${lines.join('')}\n`,
    ].join('');
  }
  return {
    head: () =>
      `; Books of Fanwatt\n${comments(aboutLines(period, calendar.timeZone))}\n` +
      `option "title" "Fanwatt"\noption "operating_currency" "${CURRENCY}"\n\n`,
    opening: (accounts, first) =>
      (first ? `${period.opens_on} * "opening balances"\n` : '') +
      accounts
        .map(({ account, opening }) => `  ${beancountAccount(account)}  ${amountOf(opening)}\n`)
        .join(''),
    opened: '\n',
    entries: (entries) => entries.map(entryText).join(''),
    closing: (accounts) =>
      accounts
        .map((over) => {
          const { account, opening, debit, credit } = over;
          const name = beancountAccount(account);
          return [
            `${period.opens_on} open ${name} ${CURRENCY}\n  account: ${quoted(account)}\n`,
            `${addDays(period.closes_on, 1)} balance ${name}  ${yuan(closingOf(over))} ~ 0 ${CURRENCY}\n`,
            `  opening: ${amountOf(opening)}\n  debit: ${amountOf(debit)}\n  credit: ${amountOf(credit)}\n\n`,
          ].join('');
        })
        .join(''),
    sums: (sums) => comments(sumsLines(sums)),
    seal: (sha256) => `; sha256 of everything above this line: ${sha256}\n`,
  };
}
