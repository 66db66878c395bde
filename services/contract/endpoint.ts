import type { z } from 'zod';

/**
 * Access to an endpoint. `guest`: everybody. `fan`: a signed-in user. `creator`: a signed-in creator. A staff role: a
 * user with that role; no role includes another. `sandbox`: everybody, in the sandbox only. `provider`: a payment
 * provider; the handler checks its signature. A list: any of them.
 */
export type Access = AccessRule | readonly AccessRule[];
export type AccessRule =
  | 'guest'
  | 'fan'
  | 'creator'
  | 'support'
  | 'finance'
  | 'admin'
  | 'sandbox'
  | 'provider';

/** Rights that a creator can give a team member. Money, settings and offers remain with the creator. */
export const TEAM_RIGHTS = ['orders', 'tickets', 'stats', 'content'] as const;
export type TeamRight = (typeof TEAM_RIGHTS)[number];
/** Names the creator that a member acts for. */
export const TEAM_HEADER = 'x-team-of';
/** Names the user whose data a page shows: a write from a page of another account is refused. */
export const PERSON_HEADER = 'x-person';
/** A code that confirms the call, for one that answers 40104 without; or PASSKEY_CONFIRM and a signature. */
export const CONFIRM_HEADER = 'x-confirm';
/** Before the signature of a passkey, as JSON in base64url. */
export const PASSKEY_CONFIRM = 'passkey.';

interface Definition {
  access: Access;
  /** A member of the creator's team needs it, or one of these; missing: only the creator. */
  right?: TeamRight | readonly TeamRight[];
  /**
   * The caller confirms it by a code that is at most five minutes old (`x-confirm`): of the second factor, or without one
   * to an own address; or by a passkey. `secured`: only where SECOND_FACTOR is on; `staff`: there, of
   * callers with a staff role; `factor`: of callers with a second factor.
   */
  confirm?: 'always' | 'secured' | 'staff' | 'factor';
  query?: z.ZodType;
  body?: z.ZodType;
  params?: z.ZodType;
  headers?: z.ZodType;
  /** Missing for an answer that is a file. */
  answer?: z.ZodType;
  /** A further form of a refused answer. */
  refusal?: z.ZodType;
  /** Further HTTP statuses of `refusal`; other refusals have 200. */
  failures?: readonly number[];
  /** `ec` is 202 instead of 200 for what is shown to those who have its address, but not listed. */
  unlisted?: true;
  /** Read models that the answer comes from: the handler waits for `min_position`, a page follows the live topic. */
  reads?: readonly string[];
  /** Calls per minute and address (http/rate-limits.ts). */
  limit?: 'guess' | 'print' | 'upload' | 'link';
  /** A GET that changes something: it needs the header `locale-lang`, which no foreign page can send. */
  changes?: true;
  consumes?: readonly string[];
  /** It takes a form with the file `file`, of at most so many bytes; with a `body` JSON, too. */
  largest_file?: number;
  /** Most values of its JSON body, for a call that needs more than MAX_VALUES. */
  most_values?: number;
  summary?: string;
  description?: string;
}

export interface Endpoint extends Definition {
  /** A PUT has the bytes of a file as its body. */
  method: 'GET' | 'POST' | 'PUT';
  /** With `:name` for each of `params`. */
  path: string;
  reads: readonly string[];
}

/** An endpoint that takes a file. */
export type UploadEndpoint = Endpoint & { largest_file: number };

/**
 * One call of the API, written once: routes, the OpenAPI document and clients derive from it. The browser build keeps
 * method, path and `reads` (web/endpoints-plugin.ts).
 */
export const endpoint = <const D extends Definition>(
  method: Endpoint['method'],
  path: string,
  definition: D,
): Endpoint & D => ({ method, path, reads: [], ...definition });

type Input<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? z.input<S> : object;
/** The input from a client: query, body and parts of the path in one object. */
export type InputOf<E> = Input<E, 'query'> & Input<E, 'body'> & Input<E, 'params'>;
/** The data that a client receives. */
export type DataOf<E> = E extends { answer: infer S extends z.ZodType } ? z.output<S> : never;

/** The arguments of a call; input that may be empty may be missing. */
export type InputArguments<E> =
  Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>];

/** The path with its parameters, and the rest of the input for query or body. */
export function addressOf(
  { path }: Endpoint,
  input: object = {},
): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input };
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  return { url, rest };
}

interface ClientRequest {
  method: Endpoint['method'];
  /** Path and query. */
  url: string;
  /** Of a POST. */
  body?: Record<string, unknown>;
}

/** An address with a query, without its missing and empty values. */
export function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // A switch in an address is a digit.
    const sent = typeof value === 'boolean' ? Number(value) : value;
    if (sent !== undefined && sent !== '') text.set(name, String(sent));
  }
  const encoded = text.toString();
  return encoded === '' ? path : `${path}?${encoded}`;
}

/** What a client sends: a GET has its input in the address. */
export function requestOf(endpoint: Endpoint, input?: object): ClientRequest {
  const { method } = endpoint;
  const { url, rest } = addressOf(endpoint, input);
  return method === 'GET' ? { method, url: withQuery(url, rest) } : { method, url, body: rest };
}

/** Address of a GET, for a link. */
export const hrefOf = <E extends Endpoint>(endpoint: E, ...args: InputArguments<E>): string =>
  requestOf(endpoint, args[0]).url;
