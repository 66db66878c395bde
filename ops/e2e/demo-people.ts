import { type DemoAccount, demoAccount } from '#ops/demo/accounts.ts';
import { signIn } from './people.ts';
import type { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import type { Language } from './words.ts';

/** Signs a visitor in as the demo's first person of a role. Throws without one. */
export const signInAs = (visitor: Visitor, role: DemoAccount['role'], who = 0): Promise<void> =>
  signIn(visitor, demoAccount(role, who));

/** A new window of one of them. */
export async function demoVisitor(
  stage: Stage,
  role: DemoAccount['role'],
  language: Language = 'en-US',
): Promise<Visitor> {
  const visitor = await stage.visitor({ language });
  await signInAs(visitor, role);
  return visitor;
}
