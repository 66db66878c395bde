import type { ChargeId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { ChargeNews } from '../provider.ts';

export interface OutgoingNotice {
  notice_id: string;
  copy: number;
  charge_id: string;
  outcome: 'paid' | 'failed';
  amount: number;
  occurred_at: Millis;
}

/** The body of a sandbox notice: amounts in fen, time in Unix milliseconds. */
export function writeNotice({ notice_id, charge_id, outcome, amount, occurred_at }: OutgoingNotice): Buffer {
  return Buffer.from(
    JSON.stringify({ notice_id, type: `charge.${outcome}`, charge_id, amount, occurred_at }),
    'utf8',
  );
}

const MAX_ID_LENGTH = 120;

const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH && !value.includes('\u0000');
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function outcomeOf(type: unknown): ChargeNews['outcome'] | undefined {
  if (type === 'charge.paid') return 'paid';
  return type === 'charge.failed' ? 'failed' : undefined;
}

function parsed(rawBody: Uint8Array): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
    return { ...(typeof content === 'object' ? content : {}) };
  } catch {
    return {};
  }
}

/** Undefined for anything but a notice of ours. By hand, since the worker need not load a schema library. */
export function readNotice(rawBody: Uint8Array): ChargeNews | undefined {
  const { notice_id, charge_id, amount, type } = parsed(rawBody);
  const outcome = outcomeOf(type);
  if (!isId(notice_id) || !isId(charge_id) || !isAmount(amount) || !outcome) return undefined;
  // A charge's id is any signed text; the order decides whether it is known.
  return { kind: 'charge', notice_id, charge_id: charge_id as ChargeId, outcome, amount: fenOf(amount) };
}
