import {
  CONFIRM_HEADER,
  type DataOf,
  type Endpoint,
  hrefOf,
  type InputArguments,
  type InputOf,
  requestOf,
  withQuery,
} from '#services/contract/endpoint.ts';
import { actingHeaders } from '../app/windows/person.ts';
import { language } from '../language/i18n.ts';
import { dropPageAnswers, takePageAnswer } from './page-answers.ts';
import { type ApiRefusal, EC, type FieldRefusal, refusalOf, ServerUnreachable } from './refusal.ts';

interface Envelope<Data> {
  ec: number;
  em: string;
  data: Data & { errors?: FieldRefusal[]; request_id?: string };
}

/** 202: data of what is shown, but not listed. */
const OK: readonly number[] = [200, 202];
/** Of the interface that these pages speak (overview specification 9). */
export const FRONT_VERSION = '20250605';

/** What the server says about a call that succeeded, by its data. */
const sentences = new WeakMap<object, string>();

/** The sentence that came with the data of a call; undefined without one. */
export const successSentence = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null ? sentences.get(data) : undefined;

const withHeaders = (init: RequestInit) => ({
  ...init,
  credentials: 'same-origin' as const,
  headers: {
    'locale-lang': language(),
    'front-version': FRONT_VERSION,
    accept: 'application/json',
    ...actingHeaders(),
    ...init.headers,
  },
});

/** Asks for a code that confirms a call; undefined: the person does not want to. */
export const confirming: {
  /** @param wrong why the code before was refused; empty: there was none */
  ask?: ((wrong: string) => Promise<string | undefined>) | undefined;
} = {};

/** A code for a call that was refused without one. Throws any other refusal, and this one without a code. */
async function codeFor(refusal: ApiRefusal, before: unknown): Promise<string> {
  const wrong = before === undefined ? '' : refusal.message;
  const code = refusal.ec === EC.confirm ? await confirming.ask?.(wrong) : undefined;
  if (code === undefined) throw refusal;
  return code;
}

async function send<Data>(path: string, init: RequestInit): Promise<Data> {
  let answer: Response;
  let envelope: Envelope<Data>;
  try {
    answer = await fetch(path, withHeaders(init));
    // The envelope of every answer; the content is typed by the contract and checked by its tests.
    envelope = (await answer.json()) as Envelope<Data>;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServerUnreachable(path, { cause: error });
  }
  if (OK.includes(envelope.ec)) {
    if (envelope.em !== '') sentences.set(envelope.data, envelope.em);
    return envelope.data;
  }
  const code = await codeFor(refusalOf(envelope), new Headers(init.headers).get(CONFIRM_HEADER) ?? undefined);
  return send(path, { ...init, headers: { ...init.headers, [CONFIRM_HEADER]: code } });
}

interface CallOptions {
  signal?: AbortSignal;
  /** An Idempotency-Key where a repeat must not act twice. */
  headers?: Readonly<Record<string, string>>;
}

/** Calls an endpoint. Throws an ApiRefusal with the server's `ec` and sentence, or ServerUnreachable. */
export function call<E extends Endpoint>(
  endpoint: E,
  ...args: [...InputArguments<E>, options?: CallOptions]
): Promise<DataOf<E>> {
  // Both can be missing; `InputArguments` defines which one is required.
  const [input, { signal, headers } = {}] = args as readonly unknown[] as [
    input?: object,
    options?: CallOptions,
  ];
  const { method, url, body } = requestOf(endpoint, input);
  if (method === 'GET') {
    const written = takePageAnswer(url);
    // The server writes the data of the same call.
    if (written !== undefined) return Promise.resolve(written as DataOf<E>);
  } else dropPageAnswers();
  return send(url, {
    method,
    ...(signal && { signal }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Sends one file in the field `file`, after the other fields. */
export function upload<E extends Endpoint>(
  { path }: E,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, unknown>> = {},
): Promise<DataOf<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return send(withQuery(path, query), { method: 'POST', body: form });
}

interface DownloadOptions {
  signal?: AbortSignal;
  /** Called with the number of bytes so far. */
  onBytes?: (bytes: number) => void;
  /** Confirms it. */
  code?: string;
}

/** Reads a file. Throws as `call` does, also when the connection breaks off. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: DownloadOptions = {},
): Promise<{ bytes: Blob; name: string | undefined }> {
  const { signal, onBytes, code } = options;
  const path = hrefOf(endpoint, input);
  const parts: BlobPart[] = [];
  let answer: Response;
  try {
    answer = await fetch(
      path,
      withHeaders({ ...(signal && { signal }), ...(code && { headers: { [CONFIRM_HEADER]: code } }) }),
    );
    const reader = answer.body?.getReader();
    let bytes = 0;
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      parts.push(read.value);
      bytes += read.value.length;
      onBytes?.(bytes);
    }
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ServerUnreachable(path, { cause });
  }
  const bytes = new Blob(parts);
  const disposition = answer.headers.get('content-disposition');
  // Only a file has this header; a refusal is the envelope of every call.
  if (disposition === null) {
    const envelope = await bytes
      .text()
      .then(JSON.parse)
      .catch((cause: unknown) => {
        throw new ServerUnreachable(path, { cause });
      });
    return download(endpoint, input, { ...options, code: await codeFor(refusalOf(envelope), code) });
  }
  return { bytes, name: /filename="([^"]+)"/.exec(disposition)?.[1] };
}
