import { AnswerTooLong, answerBody } from '#services/runtime/requests/answer-body.ts';
import { ProviderUnavailable, UnusableFile } from './provider.ts';

/** Two questions end before the deadline of providers (services/runtime/deadline.ts). */
const TIMEOUT_MS = 6_000;
/** Bytes of an answer that are read; usual ones have a few thousand. */
const MAX_ANSWER = 262_144;
/** A bill of a day, packed or not. */
const MAX_BILL = 32 * 1024 * 1024;
const BILL_TIMEOUT_MS = 60_000;

interface ProviderAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Throws ProviderUnavailable without an answer, whose text names neither address nor keys. */
async function answerOf<Answer>(
  name: string,
  url: string,
  request: RequestInit,
  timeoutMs: number,
  read: (answer: Response) => Promise<Answer>,
): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await read(await fetch(url, { ...request, redirect: 'manual', signal }));
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new ProviderUnavailable(`${name}: ${error instanceof Error ? error.name : 'no answer'}`);
  }
}

/** One request of a provider. Throws ProviderUnavailable without an answer. */
export const askProvider = (
  name: string,
  url: string,
  request: RequestInit,
  timeoutMs: number = TIMEOUT_MS,
): Promise<ProviderAnswer> =>
  answerOf(name, url, request, timeoutMs, async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    text: (await answerBody(answer, MAX_ANSWER)).toString('utf8'),
  }));

/** A file of a provider, of 32 MB at most. Throws ProviderUnavailable, and UnusableFile for a larger one. */
export async function downloadFrom(name: string, url: string, request: RequestInit = {}): Promise<Buffer> {
  const { status, bytes } = await answerOf(name, url, request, BILL_TIMEOUT_MS, async (answer) => ({
    status: answer.status,
    bytes: await answerBody(answer, MAX_BILL).catch((error: unknown) => {
      if (error instanceof AnswerTooLong) throw new UnusableFile(`${name}: a file is too large`, 'too_large');
      throw error;
    }),
  }));
  if (status !== 200) throw new ProviderUnavailable(`${name}: HTTP ${status} for a file`);
  return bytes;
}

/** Unpacks with a bound in bytes; `unpack` throws a RangeError for more. Throws UnusableFile. */
export async function unpackFrom<Content>(
  name: string,
  unpack: (maxBytes: number) => Content | Promise<Content>,
): Promise<Content> {
  try {
    return await unpack(MAX_BILL);
  } catch (error) {
    if (error instanceof RangeError) throw new UnusableFile(`${name}: a file is too large`, 'too_large');
    throw new UnusableFile(`${name}: a file cannot be unpacked`);
  }
}
