import { store } from '../store.ts';

/** Overview specification 3 and 4: what the person of this browser answered to the terms that hold now. */
const AGREEMENT = 'has_privacy_agreement';
const STATUS = 'privacy_status';
const READ_ONLY = 'read_only';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage switched off by the browser
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the person is asked again at the next visit.
  }
}

const mark = (user_id: string, version: string): string => `${user_id} ${version}`;
/** Who refused twice, for a browser that stores nothing also. */
const reader = store(
  read(STATUS)?.startsWith(`${READ_ONLY} `) ? read(STATUS)?.slice(READ_ONLY.length + 1) : undefined,
);

/** Unset, then agreed, or read-only after refusing twice. */
export const consent = {
  subscribe: reader.subscribe,
  /** The person can look at everything, and changes nothing. */
  isReadOnly: (user_id: string | undefined): boolean => user_id !== undefined && reader.present() === user_id,
  hasAgreed: (user_id: string, version: string): boolean => read(AGREEMENT) === mark(user_id, version),
  agreed(user_id: string, version: string): void {
    write(AGREEMENT, mark(user_id, version));
    write(STATUS, null);
    reader.set(undefined);
  },
  refusedTwice(user_id: string): void {
    write(STATUS, `${READ_ONLY} ${user_id}`);
    reader.set(user_id);
  },
};

/** Signing out, leaving, and agreeing stay possible. */
const ALWAYS = /^\/api\/(passport|account)\/|^\/api\/my\/accept-terms$/;

/** Whether a call that a person makes has to wait for their consent. */
export const waitsForConsent = (user_id: string | undefined, path: string): boolean =>
  consent.isReadOnly(user_id) && !ALWAYS.test(path);
