import { writtenMoney } from '#events/money.ts';
import { messageText } from './field-messages.ts';
import { both, type Language } from './language.ts';
import type { ApiRefusal } from './refusals.ts';
import { refusals } from './texts/refusal-sentences.ts';

const TRY_AGAIN = both('操作过于频繁，请{when}再试', 'Too many requests. Please try again {when}');

/** Units of a wait, the longest first, in seconds. */
const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `in 3 minutes`, rounded up so that the next attempt is not too early. */
function tryAgain(seconds: number, language: Language): string {
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[2];
  const when = new Intl.RelativeTimeFormat(language).format(Math.max(1, Math.ceil(seconds / length)), unit);
  return TRY_AGAIN[language].replace('{when}', when);
}

/** A sentence with the amounts that it names, `{missing}`. */
const withAmounts = (sentence: string, amounts: Readonly<Record<string, string>> = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => writtenMoney(amounts[name] ?? ''));

/** Code, sentence and data of a refusal, as in the envelope. */
export function refusalText(refusal: ApiRefusal, language: Language): Refused {
  const { ec, [language]: usual } = refusals[refusal.code];
  const waits = 'retry_after' in refusal && refusal.retry_after !== undefined;
  const sentence = waits
    ? tryAgain(refusal.retry_after ?? 0, language)
    : withAmounts(usual, 'amounts' in refusal ? refusal.amounts : undefined);
  const data: Refused['data'] = {};
  if ('errors' in refusal && refusal.errors) {
    data.errors = refusal.errors.map(({ field, message }) => ({
      field,
      message: messageText(message, language),
    }));
  }
  if ('total_amount' in refusal) data.total_amount = refusal.total_amount;
  if ('out_trade_no' in refusal) data.out_trade_no = refusal.out_trade_no;
  if ('paid_order' in refusal) data.paid_order = refusal.paid_order;
  if ('cart_order_no' in refusal) data.cart_order_no = refusal.cart_order_no;
  if (refusal.code === 'draft_changed') {
    const { version, body, saved_at } = refusal;
    Object.assign(data, { version, body, saved_at });
  }
  if (waits) data.retry_after = refusal.retry_after;
  if ('half_token' in refusal) {
    data.half_token = refusal.half_token;
    data.factors = refusal.factors;
  }
  if ('request_id' in refusal) data.request_id = refusal.request_id;
  // These errors are full sentences and more specific than the general one.
  const first = data.errors?.[0];
  const full = 'errors' in refusal && fullSentences.has(refusal.errors?.[0]?.message.key ?? '');
  return { ec, em: full && first ? first.message : sentence, data };
}

const fullSentences: ReadonlySet<string> = new Set([
  'round_begun',
  'in_use',
  'not_delivered',
  'not_delivered_abroad',
  'no_address',
  'address_changed',
  'shipping_costs_more',
  'wrong_code',
  'no_mail',
  'no_sms',
  'no_sms_bank',
  'no_sms_country',
  'new_contact',
  'wrong_login',
  'account_banned',
  'wrong_password',
  'not_an_image',
  'file_too_big',
  'not_audio',
  'not_video',
  'not_attachment',
  'not_captions',
  'not_smaller',
  'not_arrived',
  'storage_full',
  'too_many_uploads',
  'not_table',
  'is_workbook',
  'is_pdf',
  'no_express_columns',
  'no_statement_columns',
  'no_statement_lines',
  'too_many_kept',
  'too_many_pictures',
]);

/** The fields of every refusal besides code and sentence. */
interface RefusedData {
  /** By field, each with its sentence in the caller's language. */
  errors?: { field: string; message: string }[];
  /** The current total, if the price changed (ec 40902). */
  total_amount?: string;
  /** The existing unpaid order for the same items (ec 40902). */
  out_trade_no?: string;
  /** The order for the same items that was paid within the last minute (ec 40902). */
  paid_order?: string;
  /** The earlier order that contains these cart entries (ec 40902). */
  cart_order_no?: string;
  /** The draft of the other window (ec 40902). */
  version?: number;
  body?: object;
  /** When it was saved, in Unix seconds. */
  saved_at?: number;
  /** Seconds to wait before the next attempt (ec 42900). */
  retry_after?: number;
  /** Opens the session, with a second factor (ec 40106). */
  half_token?: string;
  /** The second factors of the account (ec 40106). */
  factors?: readonly ('totp' | 'passkey')[];
  /** Identifies this request in the server's log (ec 50000). */
  request_id?: string;
}

export interface Refused {
  ec: number;
  em: string;
  data: RefusedData;
}
