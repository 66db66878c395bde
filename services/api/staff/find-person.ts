import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { type UserRecord, userRecord } from '#services/modules/staff/user-record.ts';

/** A person by an exact account, id or address of the page: nothing is searched by a part of a name. */
export async function findPerson(
  { pool, accounts }: Pick<Dependencies, 'pool' | 'accounts'>,
  text: string,
): Promise<UserRecord | undefined> {
  const find = text.trim();
  const account = accountName(find);
  const user_id: UserId | undefined =
    account === undefined ? undefined : await accounts.members.byAccount(account);
  if (user_id !== undefined) return userRecord(pool, { user_id });
  return (await userRecord(pool, { user_id: find })) ?? (await userRecord(pool, { url_slug: find }));
}
