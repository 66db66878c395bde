import { Agent } from 'undici';
import type { Clock } from '#services/runtime/clock.ts';
import { noticePath } from '../notice-path.ts';
import type { NoticeEndpoint } from './endpoint.ts';
import { type OutgoingNotice, writeNotice } from './notice-body.ts';
import { type SigningKey, signedHeaders } from './signature.ts';

const NOTICE_PATH = noticePath('sandbox');
const CONNECTIONS = 128;
/** Shorter than the first claim, so that a notice is not sent again while its first sending still hangs. */
const ANSWER_TIMEOUT_MS = 4_000;

/** Sends over keep-alive connections. Never throws: unacknowledged notices are sent again later. */
export function noticeSender(endpoint: NoticeEndpoint, noticeKey: SigningKey, clock: Clock) {
  const agent = new Agent({
    connections: CONNECTIONS,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });
  return {
    /** Posts one notice, signed now. Undefined if it was acknowledged, otherwise a short error. */
    async send(notice: OutgoingNotice): Promise<string | undefined> {
      try {
        const origin = await endpoint.baseUrl();
        if (origin === undefined) return 'no API has announced where it listens';
        const body = writeNotice(notice);
        const headers = {
          'content-type': 'application/json',
          ...signedHeaders(noticeKey, body, clock.now()),
        };
        const answer = await agent.request({ origin, path: NOTICE_PATH, method: 'POST', headers, body });
        await answer.body.dump();
        return answer.statusCode === 200 ? undefined : `answered ${answer.statusCode}`;
      } catch (error) {
        endpoint.forget();
        return error instanceof Error ? error.message.slice(0, 200) : 'failed';
      }
    },
    close: (): Promise<void> => agent.destroy(),
  };
}

export type NoticeSender = ReturnType<typeof noticeSender>;
