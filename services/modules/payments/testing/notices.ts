import { chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import type { Shop } from '#services/worker/testing/shop.ts';
import { type OutgoingNotice, writeNotice } from '../sandbox/notice-body.ts';
import { signedHeaders } from '../sandbox/signature.ts';

/** The key under which a test API's sandbox signs. */
export const noticeKeyOf = (shop: Shop): Buffer =>
  secretsOf(shop.api.databaseUrl).ring('sandbox-notices')[0].key;

let notices = 0;

/** A notice as the provider would write it, for this order's charge; tests name what differs. */
export function noticeOf(order: OutTradeNo, change: Partial<OutgoingNotice> = {}): Buffer {
  notices += 1;
  const charge_id = chargeIdOf(order, 1);
  const notice_id = `nt_test_${notices}`;
  return writeNotice({
    notice_id,
    copy: 1,
    charge_id,
    outcome: 'paid',
    amount: 1000,
    occurred_at: 0,
    ...change,
  });
}

export interface Posted {
  status: number;
  result: string;
  reason?: string;
}

/** Posts a body with these headers, or signed by the provider now. */
export async function post(
  shop: Shop,
  body: Buffer,
  headers: Record<string, string> = signedHeaders(noticeKeyOf(shop), body, shop.clock.now()),
  provider = 'sandbox',
): Promise<Posted> {
  const response = await fetch(`${shop.url}/api/pay/notify/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: new Uint8Array(body),
  });
  const { data } = (await response.json()) as { data: { result: string; reason?: string } };
  return { status: response.status, ...data };
}

export interface LoggedNotice {
  verdict: string;
  reason: string;
  copies: number;
}

/** The notice log's record of a body. */
export async function logged(shop: Shop, body: Uint8Array): Promise<LoggedNotice[]> {
  const { rows } = await shop.api.deps.pool.query<LoggedNotice>(
    `SELECT verdict, reason, copies FROM payments.notices WHERE body_sha256 = encode(sha256($1), 'hex')`,
    [body],
  );
  return rows;
}
