import type { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { S3Settings } from '#services/runtime/settings/s3.ts';
import { StorageAway } from '#services/runtime/storage-away.ts';
import { MediaGone } from '../media-store.ts';
import { type S3Request, signedUrl } from './signature.ts';

/** For the server's own requests. */
const SECONDS = 300;
const MAX_ANSWER = 65_536;
/** Until the answer begins, and between its pieces. */
const TIMEOUT_MS = 30_000;

export type S3Answer = Dispatcher.ResponseData;

/** Requests of this server to the store. Throws MediaGone, and StorageAway for every other failure. */
export function s3Requests(settings: S3Settings) {
  // Idle connections do not keep the process.
  const dispatcher = new Agent({ connections: 32, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

  async function send(sent: S3Request, body?: Buffer | Readable, range?: string): Promise<S3Answer> {
    const { method, object, headers = {} } = sent;
    let answer: S3Answer;
    try {
      const more = range === undefined ? {} : { range };
      const url = signedUrl(settings, sent, SECONDS, Date.now());
      answer = await request(url, {
        dispatcher,
        method,
        headers: { ...headers, ...more },
        body: body ?? null,
      });
    } catch (error) {
      throw new StorageAway('the store of uploaded files', { cause: error });
    }
    const { statusCode } = answer;
    if (statusCode < 300) return answer;
    const text = await textOf(answer);
    if (statusCode === 404) throw new MediaGone(object);
    throw new StorageAway(`the store of uploaded files: ${method} ${statusCode} ${text.slice(0, 300)}`);
  }

  /** An answer of a few lines. */
  async function textOf({ body }: S3Answer): Promise<string> {
    let text = '';
    for await (const piece of body) {
      text += String(piece);
      if (text.length > MAX_ANSWER) break;
    }
    return text;
  }

  /** For an answer without a body that matters. */
  async function done(answer: Promise<S3Answer>): Promise<S3Answer> {
    const { body } = await answer;
    await body.dump();
    return answer;
  }

  return { send, done, text: async (answer: Promise<S3Answer>) => textOf(await answer) };
}

export type S3Requests = ReturnType<typeof s3Requests>;
