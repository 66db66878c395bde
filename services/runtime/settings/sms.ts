import { isIP } from 'node:net';
import { ConfigError, type Environment, integer, isLoopback, readAll } from './values.ts';

/** An HTTP gateway that sends text messages (docs/operating.md, Text messages). */
export interface SmsSettings {
  /** https, or http inside of a private network. */
  url: string;
  /** Value of the header `authorization`; empty: none. */
  authorization: string;
  /** JSON or a form, with `{to}`, `{text}`, `{code}`, `{id}`, `{template}` and `{language}`. */
  body: string;
  /** A text that the answer of a success contains; empty: the HTTP status decides. */
  success: string;
  /** Calling codes, as `+86`; numbers of other countries get no messages. */
  countries: readonly string[];
  /** Messages of the whole installation in 24 hours. */
  perDay: number;
}

/** Messages in 24 hours without a setting. */
export const SMS_PER_DAY = 1_000;

/** The body without a setting. */
const SMS_BODY =
  '{"id":"{id}","to":"{to}","text":"{text}","template":"{template}","code":"{code}","language":"{language}"}';

const PRIVATE = /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\./;
const isPrivate = (host: string): boolean =>
  isLoopback(host) || (isIP(host) === 0 ? !host.includes('.') : PRIVATE.test(host));

function gateway({ SMS_URL: text = '' }: Environment): string {
  if (text === '') throw new ConfigError('SMS_URL: required with the other SMS_ settings');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The address can contain a key, so the value is not shown.
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ConfigError('SMS_URL: must look like https://sms.example.com/send, without user and password');
  }
  if (url.protocol === 'http:' && !isPrivate(url.hostname)) {
    throw new ConfigError('SMS_URL: must be https outside of a private network: messages have codes');
  }
  return url.href;
}

/** `Bearer TOKEN`, or `user:password` for Basic. */
function authorization({ SMS_AUTH: text = '' }: Environment): string {
  if (/[^\x20-\x7e]/.test(text)) throw new ConfigError('SMS_AUTH: must be printable ASCII');
  if (text === '' || text.includes(' ')) return text;
  if (!text.includes(':')) throw new ConfigError('SMS_AUTH: must look like “Bearer TOKEN” or user:password');
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function bodyTemplate({ SMS_BODY: text = '' }: Environment): string {
  if (text === '') return SMS_BODY;
  if (!text.includes('{to}') || !/\{(text|code)\}/.test(text)) {
    throw new ConfigError('SMS_BODY: must contain {to}, and {text} or {code}');
  }
  if (!text.startsWith('{"')) return text;
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new ConfigError('SMS_BODY: must be JSON with the placeholders inside of strings, or a form');
  }
}

function countriesIn({ SMS_COUNTRIES: text = '86' }: Environment): string[] {
  const codes = text.split(',').map((one) => one.trim().replace(/^\+/, ''));
  const wrong = codes.find((one) => !/^[1-9]\d{0,2}$/.test(one));
  if (wrong === undefined) return codes.map((code) => `+${code}`);
  throw new ConfigError(`SMS_COUNTRIES=${text}: must be calling codes, as 86,852,853,886`);
}

const SMS_NAMES = ['SMS_URL', 'SMS_AUTH', 'SMS_BODY', 'SMS_OK', 'SMS_COUNTRIES', 'SMS_PER_DAY'] as const;

/** Undefined without a gateway. */
export function smsSettings(env: Environment): SmsSettings | undefined {
  if (SMS_NAMES.every((name) => !env[name])) return undefined;
  return readAll<SmsSettings>({
    url: () => gateway(env),
    authorization: () => authorization(env),
    body: () => bodyTemplate(env),
    success: () => env.SMS_OK ?? '',
    countries: () => countriesIn(env),
    perDay: () => integer(env, 'SMS_PER_DAY', SMS_PER_DAY, 1, 10_000_000),
  });
}
