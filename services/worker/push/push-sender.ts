import { isIP } from 'node:net';
import { Agent } from 'undici';
import type { Subscription } from '#services/modules/messages/push/subscriptions.ts';
import { encryptedFor, type PushIdentity } from '#services/modules/messages/push/web-push.ts';
import { hostOf, isPublicAddress, lookupAllowed, resolverOf } from '#services/modules/open/public-address.ts';

const ANSWER_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS = 8;
/** Bytes of an answer that are read: nothing in it matters. */
const MAX_READ = 16_384;
/** Seconds for which a push service keeps a notice for a browser that is off. */
const KEPT_SECONDS = 86_400;

/** `gone`: the browser does not want it any more. `later`: the push service did not take it now. */
export type PushOutcome = 'sent' | 'gone' | 'later' | 'refused';

export interface PushSenderOptions {
  identity: PushIdentity;
  /** The installation's own address, for push services that want to complain. */
  publicUrl: string;
  allowPrivate: boolean;
  resolve?: Parameters<typeof lookupAllowed>[1];
  answerTimeoutMs?: number;
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  // 401 and 403: it subscribed with another key of ours.
  if (status === 404 || status === 410 || status === 401 || status === 403) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Sends to push services (RFC 8030), at public addresses only. Redirects are not followed. */
export function pushSender(options: PushSenderOptions) {
  const { identity, publicUrl, allowPrivate, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  const { resolve = resolverOf(allowPrivate) } = options;
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);
  const agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_TIMEOUT_MS, lookup: lookupAllowed(isAllowed, resolve) },
  });
  return {
    /** @param topic a later notice with it takes this one's place while the browser is off. Never throws. */
    async send(subscription: Subscription, payload: Buffer, topic: string): Promise<PushOutcome> {
      try {
        const url = new URL(subscription.endpoint);
        const host = hostOf(url);
        // An address in digits is connected to without a look-up.
        if (isIP(host) !== 0 && !isAllowed(host)) return 'gone';
        const seconds = Math.floor(Date.now() / 1000);
        const { statusCode, body } = await agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          body: encryptedFor(subscription, payload),
          signal: AbortSignal.timeout(answerTimeoutMs),
          headers: {
            authorization: identity.authorization(url.origin, publicUrl, seconds),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(KEPT_SECONDS),
            topic,
          },
        });
        await body.dump({ limit: MAX_READ });
        return outcomeOf(statusCode);
      } catch {
        return 'later';
      }
    },
    close: (): Promise<void> => agent.destroy(),
  };
}

export type PushSender = ReturnType<typeof pushSender>;
