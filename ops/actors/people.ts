import { login, register, sendVerifyCode } from '#services/contract/accounts/accounts.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { type Actor, call, overHttp } from './client.ts';

/** A person to register. */
export interface Person {
  /** An email address. */
  account: string;
  name: string;
  password: string;
}

let people = 0;

/** With an address of their own. */
export function somebody(name: string): Person {
  people += 1;
  return { account: `somebody${people}@story.example`, name, password: 'story-password' };
}

/** The code in the newest message of the sandbox to an address or a number. Throws without one. */
export async function codeFor(actor: Actor, account: string): Promise<string> {
  const [newest] = (await call(actor, sandboxOutbox, { account })).list;
  if (newest === undefined) throw new Error(`${account} has no message`);
  return newest.code;
}

/** Registers and signs in. */
export async function signUp(
  actor: Actor,
  { account, name, password }: Person,
): Promise<DataOf<typeof register>> {
  await call(actor, sendVerifyCode, { account, account_type: 'email' });
  return call(actor, register, { account, name, password, code: await codeFor(actor, account) });
}

export const signIn = (
  actor: Actor,
  { account, password }: Pick<Person, 'account' | 'password'>,
): Promise<DataOf<typeof login>> => call(actor, login, { account, password });

/** A new person without a browser, signed in. */
export async function newPerson(origin: string, person: Person): Promise<Actor> {
  const { auth_token: token } = await signUp(overHttp(origin), person);
  return overHttp(origin, { token });
}
