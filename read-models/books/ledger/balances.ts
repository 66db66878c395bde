import type { ClientBase } from 'pg';
import { insertRows, upsertRows } from '../../engine/rows.ts';
import { selected } from '../../engine/table.ts';
import { type AccountRow, LEDGER_ACCOUNTS, LEDGER_POSTINGS, type PostingRow } from './tables.ts';

interface Amount {
  account: string;
  position: number;
  amount: number;
}

async function accountsOf(names: readonly string[], tx: ClientBase): Promise<Map<string, AccountRow>> {
  const { rows } = await tx.query<AccountRow>(
    `SELECT ${selected(LEDGER_ACCOUNTS.columns)} FROM ledger_accounts WHERE account = ANY ($1)`,
    [names],
  );
  return new Map(rows.map((row) => [row.account, row]));
}

/** Posts amounts in the given order, each with the new balance of its account. */
export async function post(tx: ClientBase, amounts: readonly Amount[]): Promise<void> {
  if (amounts.length === 0) return;
  const accounts = await accountsOf([...new Set(amounts.map(({ account }) => account))], tx);
  const postings: PostingRow[] = amounts.map(({ account, position, amount }) => {
    const now = accounts.get(account) ?? { account, postings: 0, debit: 0, credit: 0 };
    now.postings += 1;
    if (amount > 0) now.debit += amount;
    else now.credit -= amount;
    accounts.set(account, now);
    const { postings: number, debit: debit_after, credit: credit_after } = now;
    return { account, position, number, amount, debit_after, credit_after };
  });
  // One statement: the database checks the sum of each entry.
  await insertRows(tx, LEDGER_POSTINGS, postings);
  await upsertRows(tx, LEDGER_ACCOUNTS, [...accounts.values()]);
}
