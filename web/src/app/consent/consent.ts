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

/**
 * What stays possible: signing out and agreeing; leaving, with all that has to end before an account is closed; what was
 * bought, sold and earned before; switching messages and counts off.
 */
const ALWAYS = [
  /^\/api\/(passport|account|message)\//,
  /^\/api\/my\/(accept-terms|end-agreement|disconnect-app|leave-team|delete-sponsor|unsubscribe-push)$/,
  /^\/api\/my\/(set-shown-as-supporter|set-visits-counted|edit-notify-config|edit-membership-notices)$/,
  /^\/api\/my\/(apply-withdraw|switch-withdraw-to-bank)$/,
  /^\/api\/order\/(cancel-order|(open|close|pass-on)-case|case-message|refund|ticket-checkin|ticket-undo-checkin)$/,
  /^\/api\/order\/(batch-upload-express-no|update-express|update-address)$/,
  /^\/api\/creator\/((accept|decline)-case|(hide|delete|del)-[a-z-]+|revoke-[a-z-]+|edit-withdraw|[a-z-]*bank)$/,
  /^\/api\/(post|comment|user|cart|media)\/(delete|unlike|unmark|hide)(-[a-z-]+)?$/,
];

/** Whether a call that a person makes has to wait for their consent. */
export const waitsForConsent = (user_id: string | undefined, path: string): boolean =>
  consent.isReadOnly(user_id) && !ALWAYS.some((one) => one.test(path));
