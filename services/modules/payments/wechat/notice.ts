import { createDecipheriv } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { fenOf } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { WechatPaySettings } from '#services/runtime/settings/wechat-pay.ts';
import { chargeOfNumber } from '../numbered-charges.ts';
import type { Notice, NoticeCheck, NoticeFault } from '../provider.ts';
import { isFromWechat, PROBE, signatureHeaders } from './client.ts';

/** Signed longer ago, or so far in the future, is stale. */
const TOLERANCE_MS = 300_000;
const TAG_BYTES = 16;

const envelope = z.object({
  id: z.string().min(1).max(120),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
});
const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  amount: z.object({ total: z.int().positive(), currency: z.string() }),
});

type Settings = Pick<WechatPaySettings, 'apiKey' | 'appId' | 'merchantId' | 'publicKeys'>;

/** Throws for another key, and for changed bytes. */
function decrypted(
  { ciphertext, nonce, associated_data }: z.output<typeof envelope>['resource'],
  apiKey: string,
): unknown {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey), Buffer.from(nonce), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(associated_data)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

function noticeOf({ apiKey, appId, merchantId }: Settings, body: string): Notice | NoticeFault {
  const { id: notice_id, event_type, resource } = envelope.parse(JSON.parse(body));
  // Refunds are asked about.
  if (event_type !== 'TRANSACTION.SUCCESS') return { kind: 'other', notice_id };
  const { appid, mchid, out_trade_no, trade_state, amount } = transaction.parse(decrypted(resource, apiKey));
  if (appid !== appId || mchid !== merchantId) return 'other_account';
  const charge_id = chargeOfNumber(out_trade_no);
  if (charge_id === undefined || trade_state !== 'SUCCESS') return { kind: 'other', notice_id };
  if (amount.currency !== 'CNY') return 'other_currency';
  return { kind: 'charge', notice_id, charge_id, outcome: 'paid', amount: fenOf(amount.total) };
}

/** Judges a notice: the signature first, then its age, then its encrypted content. */
export function checkWechatNotice(
  settings: Settings,
  rawBody: Uint8Array,
  headers: IncomingHttpHeaders,
  now: Millis,
): NoticeCheck {
  const no = (fault: NoticeFault): NoticeCheck => ({ genuine: false, fault });
  const signed = signatureHeaders(headers);
  if (!signed) return no('signature_missing');
  const body = Buffer.from(rawBody).toString('utf8');
  if (signed.signature.startsWith(PROBE) || !isFromWechat(settings.publicKeys, signed, body)) {
    return no('signature_wrong');
  }
  const age = now - Number(signed.timestamp) * 1000;
  if (!(Math.abs(age) <= TOLERANCE_MS)) return no('stale');
  try {
    const notice = noticeOf(settings, body);
    return typeof notice === 'string' ? no(notice) : { genuine: true, notice };
  } catch {
    return no('malformed');
  }
}
