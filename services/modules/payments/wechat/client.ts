import { type KeyObject, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Clock } from '#services/runtime/clock.ts';
import type { WechatPaySettings } from '#services/runtime/settings/wechat-pay.ts';
import { askProvider, downloadFrom } from '../ask-provider.ts';
import { ProviderUnavailable } from '../provider.ts';
import { isSignedBy, signatureOf } from '../signing.ts';

const NAME = 'WeChat Pay';
const SCHEME = 'WECHATPAY2-SHA256-RSA2048';

/** Beginning of signatures that WeChat Pay makes wrong on purpose, to find who does not check. */
export const PROBE = 'WECHATPAY/SIGNTEST/';

const signedParts = (...parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('');

interface SignatureHeaders {
  timestamp: string;
  nonce: string;
  signature: string;
  serial: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The headers of a signed answer or notice; undefined if one is missing. */
export function signatureHeaders(headers: IncomingHttpHeaders): SignatureHeaders | undefined {
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map((name) =>
    text(headers[`wechatpay-${name}`]),
  );
  return timestamp && nonce && signature && serial ? { timestamp, nonce, signature, serial } : undefined;
}

export function isFromWechat(
  keys: ReadonlyMap<string, KeyObject>,
  { timestamp, nonce, signature, serial }: SignatureHeaders,
  body: string,
): boolean {
  const key = keys.get(serial);
  return key !== undefined && isSignedBy(signedParts(timestamp, nonce, body), signature, key);
}

const object = z.record(z.string(), z.unknown());

export interface WechatAnswer {
  status: number;
  /** Of a refusal, as `ORDER_NOT_EXIST`; empty of a success. */
  code: string;
  body: Readonly<Record<string, unknown>>;
}

export const textIn = ({ body }: Pick<WechatAnswer, 'body'>, field: string): string => text(body[field]);

export const unavailable = ({ status, code }: WechatAnswer): ProviderUnavailable =>
  new ProviderUnavailable(`${NAME}: HTTP ${status} ${code}`.trim());

/** Signed requests of API version 3, and their signed answers. */
export function wechatClient(settings: WechatPaySettings, clock: Clock) {
  const { apiUrl, merchantId, privateKey, publicKeys, serial } = settings;

  function authorization(method: string, path: string, body: string): string {
    const timestamp = String(Math.floor(clock.now() / 1000));
    const nonce_str = randomBytes(16).toString('hex');
    const signature = signatureOf(signedParts(method, path, timestamp, nonce_str, body), privateKey);
    const fields = { mchid: merchantId, nonce_str, signature, timestamp, serial_no: serial };
    const written = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
    return `${SCHEME} ${written.join(',')}`;
  }

  /** Throws ProviderUnavailable when WeChat Pay does not work, or not with our settings. */
  async function ask(method: 'GET' | 'POST', path: string, content?: object): Promise<WechatAnswer> {
    const body = content === undefined ? '' : JSON.stringify(content);
    const {
      status,
      headers,
      text: answer,
    } = await askProvider(NAME, `${apiUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: authorization(method, path, body),
        'content-type': 'application/json',
        'user-agent': 'fanwatt',
        // The id of the key says that answers are to be signed with it.
        'wechatpay-serial': [...publicKeys.keys()].at(-1) ?? '',
      },
      ...(content && { body }),
    });
    const signed = signatureHeaders(Object.fromEntries(headers));
    if (!signed || !isFromWechat(publicKeys, signed, answer)) {
      // Refusals of our own signature are not signed.
      throw new ProviderUnavailable(`${NAME}: HTTP ${status} without a valid signature`);
    }
    const read = object.safeParse(answer === '' ? {} : JSON.parse(answer));
    if (!read.success) throw new ProviderUnavailable(`${NAME}: an answer is malformed`);
    const one = { status, code: status < 300 ? '' : text(read.data.code), body: read.data };
    // Other errors say nothing about what was asked for.
    if (status >= 500 || status === 401 || status === 429) throw unavailable(one);
    return one;
  }

  return {
    get: (path: string) => ask('GET', path),
    post: (path: string, content: object) => ask('POST', path, content),
    /** A file whose address an answer named. Only its path counts: the request is signed, and goes nowhere else. */
    download(address: string): Promise<Buffer> {
      const { pathname, search } = new URL(address, apiUrl);
      const path = `${pathname}${search}`;
      const headers = { authorization: authorization('GET', path, ''), 'user-agent': 'fanwatt' };
      return downloadFrom(NAME, `${apiUrl}${path}`, { headers });
    },
  };
}

export type WechatClient = ReturnType<typeof wechatClient>;
