import { overHttp } from '#ops/actors/client.ts';
import { signIn } from '#ops/actors/people.ts';
import { demoAccount } from '#ops/demo/accounts.ts';

/** The part of an OpenAPI document that is read here. */
export interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}

export interface Call {
  method: string;
  path: string;
  parameters: readonly Parameter[];
}

export const callsOf = ({ paths }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({ method, path, parameters })),
  );

/** A sender of requests: a guest, or the owner of a demo account. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
}

export async function openCaller(base: string, name: string): Promise<Caller> {
  const headers = { 'locale-lang': 'en-US' };
  if (name === 'guest') return { name, headers };
  const { auth_token } = await signIn(overHttp(base), demoAccount(name));
  return { name, headers: { ...headers, authorization: `Bearer ${auth_token}` } };
}

/** Codes of answers that end a call before its input is read. */
const NOT_ALLOWED = new Set([40100, 40300]);

/** Whether the caller has access to a call, tested without input. */
export async function mayUse(base: string, caller: Caller, { method, path }: Call): Promise<boolean> {
  const response = await fetch(base + path, { method, headers: caller.headers });
  if (!response.headers.get('content-type')?.includes('json')) {
    await response.body?.cancel();
    return true;
  }
  const { ec } = (await response.json()) as { ec?: number };
  return ec === undefined || !NOT_ALLOWED.has(ec);
}
