import { language } from '../language/i18n.ts';
import { type FieldRefusal, refusalOf, ServerUnreachable } from './refusal.ts';

interface Envelope<Data> {
  ec: number;
  em: string;
  data: Data & { errors?: FieldRefusal[]; request_id?: string };
}

const OK = 200;
type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') text.set(name, String(value));
  }
  const encoded = text.toString();
  return encoded === '' ? path : `${path}?${encoded}`;
}

async function call<Data>(path: string, init: RequestInit): Promise<Data> {
  let answer: Response;
  let envelope: Envelope<Data>;
  try {
    answer = await fetch(path, {
      ...init,
      credentials: 'same-origin',
      headers: { 'locale-lang': language(), accept: 'application/json', ...init.headers },
    });
    // Every answer of the server is this envelope; what is inside is the contract's, checked by its tests.
    envelope = (await answer.json()) as Envelope<Data>;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServerUnreachable(path, { cause: error });
  }
  if (envelope.ec !== OK) throw refusalOf(envelope);
  return envelope.data;
}

/** Asks. Throws an ApiRefusal with the server's `ec` and sentence, or ServerUnreachable. */
export const get = <Data>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Data> =>
  call<Data>(withQuery(path, query), signal === undefined ? {} : { signal });

/** Writes; throws as `get` does. `headers` carries an Idempotency-Key where a repeat must not act twice. */
export const post = <Data>(
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Data> =>
  call<Data>(path, {
    ...(signal !== undefined && { signal }),
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Sends one file in the field `file`, after the fields that say what it is. */
export function upload<Data>(
  path: string,
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return call<Data>(path, { method: 'POST', body: form });
}
