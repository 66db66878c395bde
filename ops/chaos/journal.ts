import { closeSync, openSync, writeSync } from 'node:fs';

export type Action =
  | 'order'
  | 'cart'
  | 'redeem'
  | 'pay'
  | 'cancel'
  | 'end_agreement'
  | 'refund'
  | 'set_stock'
  | 'withdraw'
  | 'approve'
  | 'reject'
  | 'retry';

/** `unknown`: no answer, or one without an outcome. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** The intention of a client. Several requests with one body, to one server or both, are one intention. */
export interface Wish {
  number: number;
  action: Action;
  /** Who sends it, by user id. */
  by: string;
  path: string;
  body: Readonly<Record<string, unknown>>;
  /** Idempotency key; two wishes may have the same. Null: the path needs none. */
  key: string | null;
}

/** One answer, or the lack of one. */
export interface Entry extends Wish {
  outcome: Outcome;
  server: number;
  /** Milliseconds of the machine's clock. */
  asked_at: number;
  answered_at: number;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  /** `ec` of the envelope; 0 when there was none. */
  ec: number;
  data: Readonly<Record<string, unknown>>;
}

/** A file that is only appended to: one line of JSON for each answer. */
export function openJournal(file: string) {
  const descriptor = openSync(file, 'a', 0o600);
  const entries: Entry[] = [];
  return {
    entries,
    add(entry: Entry): void {
      writeSync(descriptor, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
    },
    close: (): void => closeSync(descriptor),
  };
}

export type Journal = ReturnType<typeof openJournal>;
