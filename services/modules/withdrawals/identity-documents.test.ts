import { expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { named, startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { SAMPLE_CARD } from './testing/sample-card.ts';

const DAY_MS = 86_400_000;
const VALID = { certDate1: '2020-01-02', certDate2: '', certAddress: 'x', issuingName: 'x', nation: '汉' };

const people = fixture(() =>
  startTestAccounts('log', 'content', 'delivery', 'relations', 'notices', 'stats'),
);

/** All pictures in the vault. */
async function documentCount(): Promise<number> {
  const { rows } = await people.database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM accounts.vault WHERE kind = 'document'`,
  );
  return rows[0]?.count ?? -1;
}

test('a picture stays as long as the card it came with; one that was never sent goes after a day', async () => {
  const { clock, database } = people;
  const { pool } = database;
  const { identityDocuments: documents, withdrawMethods: methods } = people;
  const user: UserId = (await people.accounts.members.add({
    name: 'Wang',
    account: named('w@example.com'),
  }))!;
  const picture = (side: 'FRONT' | 'BACK') =>
    documents.keep(user, { identity_no: SAMPLE_CARD.number, side, extension: 'png', data: 'AA==' });
  const bind = async () => {
    const proof = { ...VALID, certImg1: await picture('FRONT'), certImg2: await picture('BACK') };
    expect(await methods.draftBank(user, SAMPLE_CARD, proof)).toBeUndefined();
  };
  const take = async () => {
    const { vault_ref = '' } = (await methods.draftOf(user)) ?? {};
    return methods.takeDraft(user, vault_ref, true);
  };

  await bind();
  expect(await take()).toEqual({ status: 1 });
  expect(await documentCount()).toBe(2);
  await picture('FRONT');
  await picture('FRONT');
  expect(await documentCount()).toBe(3);
  await forgetExpired(pool, clock.now() + DAY_MS / 2);
  expect(await documentCount()).toBe(3);
  await forgetExpired(pool, clock.now() + DAY_MS);
  expect(await documentCount()).toBe(2);

  // A draft or card that is replaced passes its pictures on.
  await bind();
  await bind();
  expect(await documentCount()).toBe(4);
  await take();
  expect(await documentCount()).toBe(2);
});
