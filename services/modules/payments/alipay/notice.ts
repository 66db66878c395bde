import { HOUR_MS, type Millis } from '#events/time.ts';
import type { AlipaySettings } from '#services/runtime/settings/alipay.ts';
import { chargeOfNumber } from '../numbered-charges.ts';
import type { Notice, NoticeCheck, NoticeFault } from '../provider.ts';
import { atBeijingTime, fenOfYuan, isInCny, signedText } from './client.ts';

/** Alipay repeats a notice for a day; one that says it is older, or of the future, is stale. */
const STALE_MS = 25 * HOUR_MS;
const AHEAD_MS = 5 * 60_000;
const MAX_FIELDS = 100;
const MAX_ID = 120;

type Fields = Readonly<Record<string, string>>;

/** A name that comes twice makes the content ambiguous. */
function fieldsOf(rawBody: Uint8Array): Fields | undefined {
  const pairs = [...new URLSearchParams(Buffer.from(rawBody).toString('utf8'))].slice(0, MAX_FIELDS + 1);
  const fields = Object.fromEntries(pairs);
  return pairs.length <= MAX_FIELDS && Object.keys(fields).length === pairs.length ? fields : undefined;
}

const PAID = new Set(['TRADE_SUCCESS', 'TRADE_FINISHED']);

function noticeOf(fields: Fields): Notice | NoticeFault {
  const { notify_id: notice_id = '', trade_status = '', out_trade_no = '', total_amount = '' } = fields;
  if (notice_id === '' || notice_id.length > MAX_ID) return 'malformed';
  const charge_id = chargeOfNumber(out_trade_no);
  // Refunds and closings are asked about.
  if (charge_id === undefined || !PAID.has(trade_status)) return { kind: 'other', notice_id };
  if (!isInCny(fields)) return 'other_currency';
  const amount = fenOfYuan(total_amount);
  if (amount === undefined || amount <= 0) return 'malformed';
  return { kind: 'charge', notice_id, charge_id, outcome: 'paid', amount };
}

/** Judges a notice: the signature first, then whom it is for. */
export function checkAlipayNotice(
  { appId, sellerId }: Pick<AlipaySettings, 'appId' | 'sellerId'>,
  isGenuine: (text: string, signature: string) => boolean,
  rawBody: Uint8Array,
  now: Millis,
): NoticeCheck {
  const no = (fault: NoticeFault): NoticeCheck => ({ genuine: false, fault });
  const fields = fieldsOf(rawBody);
  if (!fields) return no('malformed');
  const { sign, sign_type, ...signed } = fields;
  if (!sign) return no('signature_missing');
  if (sign_type !== 'RSA2' || !isGenuine(signedText(signed), sign)) return no('signature_wrong');
  if (signed.app_id !== appId || signed.seller_id !== sellerId) return no('other_account');
  const at = atBeijingTime(signed.notify_time ?? '');
  if (Number.isNaN(at)) return no('malformed');
  if (at < now - STALE_MS || at > now + AHEAD_MS) return no('stale');
  const notice = noticeOf(signed);
  return typeof notice === 'string' ? no(notice) : { genuine: true, notice };
}
