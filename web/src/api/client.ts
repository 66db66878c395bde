import { addressOf, type DataOf, type Endpoint, type InputOf } from '#services/api/http/endpoint.ts';
import { language } from '../language/i18n.ts';
import { type FieldRefusal, refusalOf, ServerUnreachable } from './refusal.ts';
import { noteWritten, sinceWritten } from './written.ts';

interface Envelope<Data> {
  ec: number;
  em: string;
  data: Data & { errors?: FieldRefusal[]; request_id?: string };
}

const OK = 200;
type Query = Readonly<Record<string, unknown>>;

function withQuery(path: string, query: Query): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') text.set(name, String(value));
  }
  const encoded = text.toString();
  return encoded === '' ? path : `${path}?${encoded}`;
}

async function send<Data>(path: string, init: RequestInit): Promise<Data> {
  let answer: Response;
  let envelope: Envelope<Data>;
  try {
    answer = await fetch(path, {
      ...init,
      credentials: 'same-origin',
      headers: { 'locale-lang': language(), accept: 'application/json', ...init.headers },
    });
    // The envelope of every answer; the content is typed by the contract and checked by its tests.
    envelope = (await answer.json()) as Envelope<Data>;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServerUnreachable(path, { cause: error });
  }
  if (envelope.ec !== OK) throw refusalOf(envelope);
  return envelope.data;
}

interface CallOptions {
  signal?: AbortSignal;
  /** An Idempotency-Key where a repeat must not act twice. */
  headers?: Readonly<Record<string, string>>;
}

type Given<E> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** Position that a write answers, for the reads that follow. */
const positionOf = (data: object): number | undefined =>
  'position' in data && typeof data.position === 'number' ? data.position : undefined;

/** Calls an endpoint. Throws an ApiRefusal with the server's `ec` and sentence, or ServerUnreachable. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...given: [...Given<E>, options?: CallOptions]
): Promise<DataOf<E>> {
  // Both may be missing; which of them must not, `Given` says.
  const [input, { signal, headers } = {}] = given as readonly unknown[] as [
    input?: object,
    options?: CallOptions,
  ];
  const { url, rest } = addressOf(endpoint, input);
  const { method, reads } = endpoint;
  const common = { method, ...(signal && { signal }) };
  if (method === 'GET')
    return send(withQuery(url, { ...rest, ...(reads.length > 0 && sinceWritten()) }), common);
  const data = await send<DataOf<E> & object>(url, {
    ...common,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(rest),
  });
  noteWritten(positionOf(data));
  return data;
}

/** Sends one file in the field `file`, after the other fields. */
export function upload<E extends Endpoint>(
  { path }: E,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {},
): Promise<DataOf<E>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return send(withQuery(path, query), { method: 'POST', body: form });
}
