import { verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { ReceivedCall } from '#services/contract/open/test-receiver.ts';

const signedOrder = z.object({
  data: z.object({
    sign: z.string(),
    order: z.object({
      out_trade_no: z.string(),
      user_id: z.string(),
      plan_id: z.string(),
      total_amount: z.string(),
    }),
  }),
});
const named = z.object({
  data: z.object({
    type: z.string().max(60).catch(''),
    order: z.object({ out_trade_no: z.string().max(60).catch('') }).catch({ out_trade_no: '' }),
  }),
});

interface Keys {
  /** `whsec_…`, of the webhook */
  secrets: readonly string[];
  /** As `/api/open/webhook-keys` publishes them */
  published: readonly { key_id: string; pem: string }[];
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function isStandard(text: string, headers: Record<string, string>, secret: string): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

function rsaVerdict(body: unknown, key_id: unknown, published: Keys['published']): ReceivedCall['rsa'] {
  const { data } = signedOrder.safeParse(body);
  if (data === undefined) return 'none';
  const { order, sign } = data.data;
  const text = order.out_trade_no + order.user_id + order.plan_id + order.total_amount;
  const pem = published.find((one) => one.key_id === key_id)?.pem;
  const right = pem !== undefined && verify('sha256', Buffer.from(text), pem, Buffer.from(sign, 'base64'));
  return right ? 'valid' : 'invalid';
}

/** Checks a call as a creator's program does: with the secret of the webhook, and the published RSA keys. */
export function verifiedCall(text: string, headers: IncomingHttpHeaders, { secrets, published }: Keys) {
  const body = parsed(text);
  const { data: { type: topic = '', order: { out_trade_no = '' } = {} } = {} } =
    named.safeParse(body).data ?? {};
  const own = Object.entries(headers).map(([name, value]) => ({ name, value: String(value) }));
  const headersByName = Object.fromEntries(own.map(({ name, value }) => [name, value]));
  const standard = secrets.some((secret) => isStandard(text, headersByName, secret)) ? 'valid' : 'invalid';
  return {
    topic,
    out_trade_no,
    headers: own,
    body: text,
    message_id: headersByName['webhook-id'] ?? '',
    standard: standard as ReceivedCall['standard'],
    rsa: rsaVerdict(body, headers['fanwatt-key-id'], published),
  };
}
