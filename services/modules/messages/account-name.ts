import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { plainTyped, typedPhone } from '#services/contract/fields/typed.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';

export type AccountKind = 'email' | 'phone';

/** An email address or phone number in the one form in which it is stored and compared. */
export interface AccountName {
  kind: AccountKind;
  text: string;
  /** Forms in which older versions stored it, that of the text as it was typed first. */
  older?: readonly string[];
}

const EMAIL =
  /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[0-9a-z](?:[0-9a-z-]{0,61}[0-9a-z])?\.)+(?:[a-z]{2,24}|xn--[0-9a-z-]{2,59})$/;
const PHONE = /^\+?\d{6,15}$/;

/** Eleven digits from 1 are a number of mainland China written at home. */
const withCountry = (phone: string): string => (/^1\d{10}$/.test(phone) ? `+86${phone}` : phone);

/** With the domain as mail servers know it: bücher.example is xn--bcher-kva.example. */
function emailOf(typed: string): string {
  const at = typed.lastIndexOf('@');
  return `${typed.slice(0, at)}@${domainToASCII(typed.slice(at + 1))}`.toLowerCase();
}

/** What older versions made of it, where that was an account and is not the form of today. */
function olderForms(text: string, today: string, isEmail: boolean): string[] {
  const typed = text.trim().normalize('NFC');
  const before = isEmail ? typed.toLowerCase() : withCountry(typed.replace(/[\s()-]/g, ''));
  const digits = today.slice(1);
  const forms = isEmail || !today.startsWith('+') ? [before] : [before, `00${digits}`, digits];
  return [...new Set(forms)].filter((form) => form !== today && (isEmail ? EMAIL : PHONE).test(form));
}

/**
 * One form for all ways to type an account: of any width and case, with a domain in any script, with 0086, +86 or
 * nothing before a mainland number.
 * @returns undefined if the text is neither an email address nor a phone number, or not of the requested kind
 */
export function accountName(text: string, kind?: AccountKind): AccountName | undefined {
  const typed = plainTyped(text);
  const isEmail = typed.includes('@');
  const found = isEmail ? emailOf(typed) : withCountry(typedPhone(typed).replace(/^86(?=1\d{10}$)/, ''));
  const is = isEmail ? 'email' : 'phone';
  if ((kind ?? is) !== is || !(isEmail ? EMAIL : PHONE).test(found)) return undefined;
  const older = olderForms(text, found, isEmail);
  return { kind: is, text: found, ...(older.length > 0 && { older }) };
}

/** A keyed hash; without the key it reveals nothing. */
export type KeyedHash = (subject: string, text: string) => Buffer;

/** A keyed hash for finding an account. What is called writes with the newest key. */
export interface BlindIndex extends KeyedHash {
  /** Of every key, the newest first: rows of a former key are found until they are rewritten. */
  all(subject: string, text: string): readonly Buffer[];
}

export const keyedHash =
  (key: Buffer): KeyedHash =>
  (subject, text) =>
    createHmac('sha256', key).update(`${subject}\0${text}`).digest();

/** @param ring the master secrets `lookup` */
export function blindIndexWith(ring: KeyRing): BlindIndex {
  const hashes = ring.map(({ key }) => keyedHash(key));
  const all = (subject: string, text: string): Buffer[] => hashes.map((hash) => hash(subject, text));
  return Object.assign(keyedHash(ring[0].key), { all });
}

export const accountIndex = (index: KeyedHash, { kind, text }: AccountName): Buffer => index(kind, text);

/** Enough to recognise an own account, not enough to reach it: `138****0000`, `n***@example.com`. */
export function maskedAccount({ kind, text }: AccountName): string {
  if (kind === 'phone') return `${text.replace(/^\+86(?=1\d{10}$)/, '').slice(0, -8)}****${text.slice(-4)}`;
  const at = text.lastIndexOf('@');
  return `${text.slice(0, 1)}***${text.slice(at)}`;
}
