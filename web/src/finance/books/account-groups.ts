import type { TrialBalance } from '#services/contract/books/books.ts';
import { creatorAccount, PARTS, ROOTS } from './account-words.ts';

export type Account = TrialBalance['accounts'][number];

/** A creator with the accounts that there are. */
interface CreatorAccounts {
  user_id: string;
  name: string;
  accounts: Account[];
}

export interface AccountGroups {
  roots: { root: (typeof ROOTS)[number]; accounts: Account[] }[];
  creators: CreatorAccounts[];
}

const says = (text: string, words: string): boolean => text.toLowerCase().includes(words);

/** Money moves from pending over available to paying. */
function placeOf({ account }: Account): number {
  const own = creatorAccount(account);
  return own === undefined ? -1 : PARTS.indexOf(own.part);
}

/** The accounts of the tree, filtered by name or owner. */
export function accountGroups(accounts: readonly Account[], words: string): AccountGroups {
  const wanted = words.trim().toLowerCase();
  const found = accounts.filter(({ account, name }) => says(account, wanted) || says(name, wanted));
  const creators = new Map<string, CreatorAccounts>();
  const others: Account[] = [];
  for (const one of found) {
    const own = creatorAccount(one.account);
    if (!own || own.user_id === '*') {
      others.push(one);
      continue;
    }
    const known = creators.get(own.user_id) ?? { user_id: own.user_id, name: one.name, accounts: [] };
    known.accounts.push(one);
    creators.set(own.user_id, known);
  }
  const roots = ROOTS.map((root) => ({
    root,
    accounts: others.filter(({ account }) => account.startsWith(`${root}:`)),
  }));
  return {
    roots: roots.filter((one) => one.accounts.length > 0),
    creators: [...creators.values()]
      .map((one) => ({ ...one, accounts: one.accounts.toSorted((a, b) => placeOf(a) - placeOf(b)) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}
