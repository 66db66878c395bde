import { type Dispatcher, getGlobalDispatcher } from 'undici';
import {
  type DataOf,
  type Endpoint,
  type InputArguments,
  type InputOf,
  requestOf,
} from '#services/contract/endpoint.ts';

/** The envelope of an answer, and its HTTP status. `data` of a refusal names fields instead. */
export interface Answer<Data> {
  status: number;
  ec: number;
  em: string;
  data: Data;
}

interface ApiRequest {
  method: Endpoint['method'];
  /** Path and query. */
  url: string;
  /** Bytes as they are, anything else as JSON. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** A person who calls the API, signed in or not. */
export interface Actor {
  /** Rejects when no whole answer comes. */
  send(request: ApiRequest): Promise<Answer<unknown>>;
}

interface HttpOptions {
  /** Of the session; missing: a guest. */
  token?: string | undefined;
  dispatcher?: Dispatcher;
  /** Of a request with its answer; missing: without a limit. */
  timeout_ms?: number;
}

/** A person without a browser. @param origin of the server */
export const overHttp = (origin: string, { token, dispatcher, timeout_ms }: HttpOptions = {}): Actor => ({
  async send({ method, url, body, headers }) {
    const bytes = body instanceof Uint8Array;
    const answer = await (dispatcher ?? getGlobalDispatcher()).request({
      origin,
      method,
      path: url,
      body: bytes ? body : body ? JSON.stringify(body) : null,
      headers: {
        ...(body && !bytes && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(timeout_ms !== undefined && { signal: AbortSignal.timeout(timeout_ms) }),
    });
    const { ec, em, data } = (await answer.body.json()) as Answer<unknown>;
    return { status: answer.statusCode, ec, em, data };
  },
});

/** An answer, refused or not. @param key makes a repeated request the same one */
export const answerTo = <E extends Endpoint>(
  { send }: Actor,
  endpoint: E,
  input: InputOf<E>,
  key?: string | null,
): Promise<Answer<DataOf<E>>> =>
  send({ ...requestOf(endpoint, input), ...(key && { headers: { 'idempotency-key': key } }) }) as Promise<
    Answer<DataOf<E>>
  >;

/** The data of a success. Throws when it is refused. */
export async function call<E extends Endpoint>(
  actor: Actor,
  endpoint: E,
  ...args: InputArguments<E>
): Promise<DataOf<E>> {
  const { ec, em, data } = await answerTo(actor, endpoint, (args[0] ?? {}) as InputOf<E>);
  if (ec !== 200 && ec !== 202)
    throw new Error(`${endpoint.path} was refused with ${ec}: ${em} ${JSON.stringify(data)}`);
  return data;
}
