import { asUserId } from '#events/ids.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import { hashPassword } from '#services/modules/accounts/passwords.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import type { TestApi, TestUser } from './test-api.ts';

export const PASSWORD = 'correct horse';
const hashed = hashPassword(PASSWORD);

let people = 0;
/** A person who can delete the account, with PASSWORD; `account` is the email address. */
export async function leaver(api: TestApi): Promise<TestUser & { account: string }> {
  people += 1;
  const account = accountName(`leaving${people}@example.com`);
  if (account === undefined) throw new Error('not an account');
  const { members } = api.deps.accounts;
  await members.add({ name: 'Leaving Fan', account, password_hash: await hashed });
  const { auth_token, user } = await api.data(login, { account: account.text, password: PASSWORD });
  return {
    user_id: asUserId(user.user_id),
    token: auth_token,
    name: 'Leaving Fan',
    account: account.text,
  };
}

/** One who is a creator, too. */
export async function leavingCreator(api: TestApi): Promise<TestUser & { account: string }> {
  const person = await leaver(api);
  const page = { name: 'Leaving', url_slug: `Leaving${people}` };
  await api.data(editCreator, page, person);
  return person;
}
