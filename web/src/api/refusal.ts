/** Why one field was refused; the sentence is the server's, in the caller's language. */
export interface FieldRefusal {
  /** Path of the field in the request, as `sku.0.count`. */
  field: string;
  message: string;
}

/** Refusal codes that pages act on (docs/api, Conventions). */
export const EC = {
  confirmOld: 401,
  badInput: 40000,
  signedOut: 40100,
  sessionExpired: 40101,
  bindFirst: 40102,
  bindPhone: 40103,
  confirm: 40104,
  otherPerson: 40105,
  secondFactor: 40106,
  factorMissing: 40107,
  notAllowed: 40300,
  notFound: 40400,
  stateDoesNotAllow: 40902,
  outOfStock: 41001,
  limitReached: 41002,
  codeUsed: 41003,
  downgrade: 41004,
  planDeleted: 41005,
  orderClosed: 41006,
  redeemUnknown: 41007,
  postDeleted: 41010,
  tooMany: 42900,
  internal: 50000,
  overloaded: 50300,
} as const;

/** The server refused: `ec` is the code, `message` its sentence. */
export class ApiRefusal extends Error {
  readonly ec: number;
  readonly errors: readonly FieldRefusal[];
  readonly data: Readonly<Record<string, unknown>>;

  constructor(ec: number, message: string, errors: readonly FieldRefusal[], data: Record<string, unknown>) {
    super(message);
    this.name = 'ApiRefusal';
    this.ec = ec;
    this.errors = errors;
    this.data = data;
  }
}

/** No answer, or none that could be read. */
export class ServerUnreachable extends Error {
  constructor(path: string, options: ErrorOptions) {
    super(`no answer from ${path}`, options);
    this.name = 'ServerUnreachable';
  }
}

/** A part of the program that could not be loaded (creator specification 8). */
export class ChunkLoadError extends ServerUnreachable {
  override name = 'ChunkLoadError';
}

/** The person did not agree to the terms, so nothing was sent. */
export class ConsentMissing extends Error {
  override name = 'ConsentMissing';
}

export function refusalOf(envelope: { ec: number; em: string; data: unknown }): ApiRefusal {
  const data =
    typeof envelope.data === 'object' && envelope.data !== null
      ? (envelope.data as Record<string, unknown>) // an object was just seen
      : {};
  const errors = Array.isArray(data.errors) ? (data.errors as FieldRefusal[]) : []; // the contract's shape
  return new ApiRefusal(envelope.ec, envelope.em, errors, data);
}

export const isRefusal = (error: unknown, ...codes: number[]): error is ApiRefusal =>
  error instanceof ApiRefusal && (codes.length === 0 || codes.includes(error.ec));

/** The message of Vite for a part whose style sheet could not be loaded. */
export const MISSING_STYLE = /^Unable to preload CSS for (.*)$/;

/** Nothing came back, or not in time. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ServerUnreachable ||
  (error instanceof Error && MISSING_STYLE.test(error.message)) ||
  (error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError'));

/** The server did not answer, or could not: the same may well be answered later. */
export const isServerTrouble = (error: unknown): boolean =>
  isUnreachable(error) || isRefusal(error, EC.tooMany, EC.overloaded, EC.internal);

/** The session is missing or over. */
export const isSignedOut = (error: unknown): boolean => isRefusal(error, EC.signedOut, EC.sessionExpired);

/** The sentence for one field, if the refusal names it or something inside it. */
export const fieldRefusal = (error: unknown, field: string): string | undefined =>
  isRefusal(error)
    ? error.errors.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.message
    : undefined;
