import { z } from 'zod';
import type { ChargeId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { Notice } from '../provider.ts';

/** What the sandbox provider posts: amounts in fen, time in Unix milliseconds. */
const noticeBody = z.object({
  notice_id: z.string().min(1).max(64),
  type: z.enum(['charge.paid', 'charge.failed']),
  charge_id: z.string().min(1).max(120),
  amount: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  occurred_at: z.number().int(),
});

export interface OutgoingNotice {
  notice_id: string;
  copy: number;
  charge_id: string;
  outcome: 'paid' | 'failed';
  amount: number;
  occurred_at: Millis;
}

export function writeNotice({ notice_id, charge_id, outcome, amount, occurred_at }: OutgoingNotice): Buffer {
  return Buffer.from(
    JSON.stringify({ notice_id, type: `charge.${outcome}`, charge_id, amount, occurred_at }),
    'utf8',
  );
}

/** Undefined for anything but a notice of ours. */
export function readNotice(rawBody: Uint8Array): Notice | undefined {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    return undefined;
  }
  const { success, data } = noticeBody.safeParse(content);
  if (!success) return undefined;
  const outcome = data.type === 'charge.paid' ? 'paid' : 'failed';
  // A charge's id is whatever the provider signed; whether we know it is for the order to say.
  const charge_id = data.charge_id as ChargeId;
  return { notice_id: data.notice_id, charge_id, outcome, amount: fenOf(data.amount) };
}
