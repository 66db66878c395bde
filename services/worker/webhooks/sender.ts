import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent } from 'undici';
import type { WebhookFailure } from '#services/contract/open/topics.ts';
import { ANSWER_BYTES } from '#services/modules/open/deliveries.ts';
import {
  BlockedAddress,
  hostOf,
  isPublicAddress,
  lookupAllowed,
  resolverOf,
} from '#services/modules/open/public-address.ts';
import { receiverPath } from '#services/modules/open/test-receiver.ts';

/** For the whole answer. */
const ANSWER_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Connections of one address. */
const CONNECTIONS = 16;
/** Bytes of an answer that are read; what is behind them changes nothing. */
const MAX_READ = 16_384;

/** In place of the HTTP status. */
export const NO_ANSWER = 0;

/** One call, ready to go out. */
export interface OutgoingCall {
  url: string;
  /** Names the message: the same for every try. */
  id: string;
  body: Buffer;
  /** `whsec_…`; each signs the body. */
  secrets: readonly string[];
  /** Names the key of the signature inside the body. */
  key_id: string;
  /** Success is JSON with `ec` 200, not only HTTP 2xx. */
  needsOk: boolean;
}

interface CallResult {
  /** 0: no answer. */
  status: number;
  failure: WebhookFailure;
  /** At most 2 KiB. */
  answer: Buffer;
  ms: number;
}

/** Headers of Standard Webhooks: HMAC-SHA256 over `id.seconds.body`, base64, with each secret. */
export function standardHeaders(
  { id, body, secrets }: Pick<OutgoingCall, 'id' | 'body' | 'secrets'>,
  seconds: number,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

function isOk(answer: Buffer): boolean {
  try {
    const value: unknown = JSON.parse(answer.toString('utf8'));
    return typeof value === 'object' && value !== null && 'ec' in value && Number(value.ec) === 200;
  } catch {
    return false;
  }
}

function failureOf(status: number, answer: Buffer, needsOk: boolean): WebhookFailure {
  if (status >= 300 && status < 400) return 'redirect';
  if (status < 200 || status >= 400) return 'http_status';
  return needsOk && !isOk(answer) ? 'not_ok' : '';
}

/** `cause` is where undici and node put the error of a connection. */
function failureOfError(error: unknown): WebhookFailure {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof BlockedAddress) return 'blocked_address';
    if (one.name === 'TimeoutError' || ('code' in one && String(one.code).endsWith('_TIMEOUT')))
      return 'no_answer';
  }
  return 'no_connection';
}

export interface SenderOptions {
  allowPrivate: boolean;
  /** In the sandbox: the address of our API, for webhooks to its test receiver. No other private address is called. */
  ownApi?: () => Promise<string | undefined>;
  /** For tests: which addresses are public, how names are resolved, and the limit of an answer. */
  isAllowed?: (address: string) => boolean;
  resolve?: Parameters<typeof lookupAllowed>[1];
  answerTimeoutMs?: number;
}

/** Calls over keep-alive connections, to allowed addresses only. Redirects are not followed. */
export function webhookSender({
  allowPrivate,
  isAllowed = (address) => allowPrivate || isPublicAddress(address),
  resolve = resolverOf(allowPrivate),
  ownApi,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
}: SenderOptions) {
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: lookupAllowed(isAllowed, resolve) },
  });

  async function call({ url, needsOk, ...outgoing }: OutgoingCall): Promise<Omit<CallResult, 'ms'>> {
    const own = ownApi && receiverPath(url);
    const target = new URL(own ?? url, own && (await ownApi()));
    const { origin, pathname, search } = target;
    const host = hostOf(target);
    // An address in digits is connected to without a look-up.
    if (!own && isIP(host) !== 0 && !isAllowed(host)) throw new BlockedAddress(host);
    const { statusCode: status, body } = await agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      body: outgoing.body,
      signal: AbortSignal.timeout(answerTimeoutMs),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Fanwatt-Webhooks/1',
        'fanwatt-key-id': outgoing.key_id,
        ...standardHeaders(outgoing, Math.floor(Date.now() / 1000)),
      },
    });
    const parts: Buffer[] = [];
    let read = 0;
    for await (const part of body) {
      parts.push(part);
      read += part.length;
      // Leaving the loop closes the connection.
      if (read > MAX_READ) break;
    }
    const answer = Buffer.concat(parts);
    return { status, failure: failureOf(status, answer, needsOk), answer: answer.subarray(0, ANSWER_BYTES) };
  }

  return {
    /** Never throws. */
    async send(outgoing: OutgoingCall): Promise<CallResult> {
      const began = performance.now();
      const result = await call(outgoing).catch((error: unknown) => ({
        status: NO_ANSWER,
        answer: Buffer.alloc(0),
        failure: failureOfError(error),
      }));
      return { ...result, ms: Math.round(performance.now() - began) };
    },
    close: (): Promise<void> => agent.destroy(),
  };
}

export type WebhookSender = ReturnType<typeof webhookSender>;
