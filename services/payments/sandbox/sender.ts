import { Agent, type IncomingMessage, request } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { Clock } from '#services/runtime/clock.ts';
import type { NoticeEndpoint } from './endpoint.ts';
import { type OutgoingNotice, writeNotice } from './notice-body.ts';
import { type SigningKey, signedHeaders } from './signature.ts';

const NOTICE_PATH = '/api/pay/notify/sandbox';
const CONNECTIONS = 128;
/** Shorter than the first claim, so that a notice is not sent again while its first sending still hangs. */
const ANSWER_TIMEOUT_MS = 4_000;

export interface NoticeSender {
  /** Posts one notice, signed now. Undefined when it was acknowledged, otherwise what went wrong, in a few words. */
  send(notice: OutgoingNotice): Promise<string | undefined>;
  close(): void;
}

/** The HTTP status, once the whole answer has come. */
function post(agent: Agent, origin: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const { hostname, port } = urlToHttpOptions(new URL(origin));
  return new Promise((resolve, reject) => {
    const posting = request(
      { hostname, port, path: NOTICE_PATH, method: 'POST', agent, headers },
      (answer: IncomingMessage) => {
        answer.on('error', reject);
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.resume();
      },
    );
    // An AbortSignal for each call would be the dearer deadline.
    const tooLong = setTimeout(() => posting.destroy(new Error('no answer in time')), ANSWER_TIMEOUT_MS);
    posting.on('close', () => clearTimeout(tooLong));
    posting.on('error', reject);
    posting.end(body);
  });
}

/** Sends over kept-alive connections. Never throws: what is not acknowledged is sent again later. */
export function noticeSender(endpoint: NoticeEndpoint, noticeKey: SigningKey, clock: Clock): NoticeSender {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  return {
    async send(notice) {
      try {
        const origin = await endpoint.baseUrl();
        if (origin === undefined) return 'no API has announced where it listens';
        const body = writeNotice(notice);
        const status = await post(agent, origin, body, {
          'content-type': 'application/json',
          'content-length': String(body.length),
          ...signedHeaders(noticeKey, body, clock.now()),
        });
        return status === 200 ? undefined : `answered ${status}`;
      } catch (error) {
        endpoint.forget();
        return error instanceof Error ? error.message.slice(0, 200) : 'failed';
      }
    },
    close: () => agent.destroy(),
  };
}
