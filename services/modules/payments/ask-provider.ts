import { ProviderUnavailable } from './provider.ts';

/** Two questions end before the deadline of providers (services/runtime/deadline.ts). */
const TIMEOUT_MS = 6_000;
/** Bytes of an answer that are read; usual ones have a few thousand. */
const MAX_ANSWER = 262_144;

interface ProviderAnswer {
  status: number;
  headers: Headers;
  text: string;
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_ANSWER) throw new Error('the answer is too long');
  }
  return Buffer.concat(parts).toString('utf8');
}

/** One request of a provider. Throws ProviderUnavailable without an answer, whose text names neither address nor keys. */
export async function askProvider(
  name: string,
  url: string,
  request: RequestInit,
  timeoutMs: number = TIMEOUT_MS,
): Promise<ProviderAnswer> {
  try {
    const answer = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, headers: answer.headers, text: await textOf(answer) };
  } catch (error) {
    throw new ProviderUnavailable(`${name}: ${error instanceof Error ? error.name : 'no answer'}`);
  }
}
