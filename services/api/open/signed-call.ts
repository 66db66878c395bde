import { createHash, timingSafeEqual } from 'node:crypto';
import type { OpenFailure } from '#services/contract/open/answers.ts';
import { complexityOf } from '../http/json-body.ts';

/** The fields of a call exactly as received; empty if missing. */
export interface SignedCall {
  user_id: string;
  params: string;
  ts: string;
  sign: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Numbers keep their text: `1624339905.50` is signed with both zeros. */
const asWritten = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  typeof value === 'number' ? source : value;

/** Nobody has signed a body when it is parsed, and many small values take long. */
const MAX_VALUES = 2_000;
const MAX_PAIRS = 100;

/** Undefined unless the text is a JSON object without too many values. */
function jsonObject(text: string): Values | undefined {
  if (complexityOf(text, MAX_VALUES)) return undefined;
  try {
    const value: unknown = JSON.parse(text, asWritten);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}

function bodyValues(body: unknown): Values {
  if (typeof body !== 'string' || body === '') return {};
  const object = jsonObject(body);
  if (object !== undefined) return object;
  const isForm = body.split('&', MAX_PAIRS + 1).length <= MAX_PAIRS;
  return isForm ? Object.fromEntries(new URLSearchParams(body)) : {};
}

/** Never calls a method of the value: `{"toString":1}` has none. */
const plainText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? '[object Object]' : String(value ?? '');

/** Lists as text with commas. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(plainText).join() : plainText(value);

/**
 * Fields as text, empty if missing; the body has priority over the query.
 * @param body text of any content type
 */
export function fieldsOf<Name extends string>(
  names: readonly Name[],
  { body, query }: { body: unknown; query: unknown },
): Record<Name, string> {
  const values = { ...(query as Values), ...bodyValues(body) };
  const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
  return Object.fromEntries(names.map((name) => [name, textOf(first(values[name]))])) as Record<Name, string>;
}

export function signedCallOf(body: unknown, query: unknown): SignedCall {
  return fieldsOf(['user_id', 'params', 'ts', 'sign'], { body, query });
}

/** The text that is signed, without the token in front. */
const signedText = ({ params, ts, user_id }: Omit<SignedCall, 'sign'>): string =>
  `params${params}ts${ts}user_id${user_id}`;

/** The interface requires MD5: tokens are long and random, and can be revoked. */
export const signatureOf = (token: string, call: Omit<SignedCall, 'sign'>): string =>
  createHash('md5')
    .update(token + signedText(call))
    .digest('hex');

export function isSignedBy(token: string, call: SignedCall): boolean {
  const [right, signature] = [Buffer.from(signatureOf(token, call)), Buffer.from(call.sign)];
  return right.length === signature.length && timingSafeEqual(right, signature);
}

/** The values of `params` as text; undefined unless it is a JSON object. */
export function paramsOf({ params }: SignedCall): Record<string, string> | undefined {
  const object = jsonObject(params);
  if (object === undefined) return undefined;
  const entries = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]));
}

/** The request, with `ts` as a number: 0 if it is no number of JSON. */
export const echoOf = ({ ts, ...call }: SignedCall) => ({
  ...call,
  ts: Number.isFinite(Number(ts)) ? Number(ts) : 0,
});

export const failure = (call: SignedCall, ec: number, em: string, explain: string): OpenFailure => ({
  ec,
  em,
  data: { explain, debug: { kv_string: signedText(call) }, request: echoOf(call) },
});
