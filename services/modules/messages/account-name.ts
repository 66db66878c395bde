import { createHmac } from 'node:crypto';

export type AccountKind = 'email' | 'phone';

/** An email address or phone number in the one form in which it is stored and compared. */
export interface AccountName {
  kind: AccountKind;
  text: string;
}

const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[0-9a-z](?:[0-9a-z-]{0,61}[0-9a-z])?\.)+[a-z]{2,24}$/;
const PHONE = /^\+?\d{6,15}$/;

/** @returns undefined if the text is neither an email address nor a phone number, or not of the requested kind */
export function accountName(text: string, kind?: AccountKind): AccountName | undefined {
  const trimmed = text.trim().normalize('NFC');
  if (trimmed.includes('@')) {
    const email = trimmed.toLowerCase();
    return kind !== 'phone' && EMAIL.test(email) ? { kind: 'email', text: email } : undefined;
  }
  const phone = trimmed.replace(/[\s()-]/g, '');
  if (kind === 'email' || !PHONE.test(phone)) return undefined;
  // Eleven digits from 1 are a number of mainland China written at home.
  return { kind: 'phone', text: /^1\d{10}$/.test(phone) ? `+86${phone}` : phone };
}

/** A keyed hash for finding an account; without the key it reveals nothing. */
export type BlindIndex = (subject: string, text: string) => Buffer;

/** @param key the master secret `lookup` */
export const blindIndexWith =
  (key: Buffer): BlindIndex =>
  (subject, text) =>
    createHmac('sha256', key).update(`${subject}\0${text}`).digest();

export const accountIndex = (index: BlindIndex, { kind, text }: AccountName): Buffer => index(kind, text);
