import { becomeCreator, type Person, signIn as signInByCall, signUp, somebody } from '#ops/actors/people.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import { leavePages } from './going.ts';
import type { Visitor } from './visitor.ts';

/** Registers and signs in without the pages, where the story is about something else. */
export async function signedUp(visitor: Visitor, person: Person): Promise<User> {
  // Cached data about the signed-in user belongs to that user only.
  await leavePages(visitor.page);
  return (await signUp(visitor, person)).user;
}

export async function signIn(visitor: Visitor, person: Pick<Person, 'account' | 'password'>): Promise<void> {
  await leavePages(visitor.page);
  await signInByCall(visitor, person);
}

/** Registers the visitor with that name, and makes a page with that name in the address. */
export async function newCreator(visitor: Visitor, name: string, url_slug: string): Promise<User> {
  const user = await signedUp(visitor, somebody(name));
  await becomeCreator(visitor, { name, url_slug });
  return user;
}
