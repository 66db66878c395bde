import { beforeAll, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';

/** Notifications pass through the database, which can take time on a busy machine. */
let users: UserId[];
const people = fixture(startTestAccounts);
beforeAll(async () => {
  users = await people.accounts.members.addMany([{ name: 'Ann' }, { name: 'Ben' }, { name: 'Cid' }]);
});

const verified = async (user: UserId) => (await people.accounts.rights.of(user)).is_verified;

test('an applicant waits, is approved, and then has no open application', async () => {
  const { certifications } = people.accounts;
  const ann = users[0]!;
  expect(await certifications.of(ann)).toBeUndefined();
  expect(await certifications.submit(ann, 'https://example.com/ann')).toBe(true);
  const submitted_at = people.clock.now();
  expect(await certifications.of(ann)).toMatchObject({
    status: CERTIFICATION_STATUS.pending,
    url: 'https://example.com/ann',
    decided_at: null,
  });
  expect(await certifications.waiting()).toMatchObject([
    { user_id: ann, name: 'Ann', status: CERTIFICATION_STATUS.pending },
  ]);
  expect(await verified(ann)).toBe(false);

  expect(await certifications.decide(ann, CERTIFICATION_STATUS.approved)).toBe(true);
  expect(await certifications.decide(ann, CERTIFICATION_STATUS.approved)).toBe(false);
  await expect.poll(() => verified(ann)).toBe(true);
  expect((await people.accounts.profiles.byId(ann))?.is_verified).toBe(1);
  expect(await certifications.waiting()).toEqual([]);
  expect(await certifications.submit(ann, 'https://example.com/other')).toBe(false);
  const certification = await certifications.of(ann);
  expect(certification).toMatchObject({
    status: CERTIFICATION_STATUS.approved,
    url: 'https://example.com/ann',
  });
  expect(certification?.submitted_at).toBeLessThanOrEqual(submitted_at);
});

test('a rejected or held creator can apply again; only the newest address is stored', async () => {
  const { certifications } = people.accounts;
  const ben = users[1]!;
  await certifications.submit(ben, 'https://example.com/ben-1');
  await certifications.decide(ben, CERTIFICATION_STATUS.on_hold);
  expect(await certifications.waiting()).toMatchObject([
    { user_id: ben, status: CERTIFICATION_STATUS.on_hold },
  ]);
  expect(await certifications.submit(ben, 'https://example.com/ben-2')).toBe(true);
  await certifications.decide(ben, CERTIFICATION_STATUS.rejected);
  expect(await certifications.of(ben)).toMatchObject({ status: CERTIFICATION_STATUS.rejected });
  expect(await certifications.submit(ben, 'https://example.com/ben-3')).toBe(true);
  expect(await certifications.of(ben)).toMatchObject({
    status: CERTIFICATION_STATUS.pending,
    url: 'https://example.com/ben-3',
  });
  const { rows } = await people.database.pool.query(
    `SELECT ref FROM accounts.vault WHERE user_id = $1 AND kind = 'certification'`,
    [ben],
  );
  expect(rows).toHaveLength(1);
});

test('an admin certifies without a request, and revokes it', async () => {
  const { certifications } = people.accounts;
  const cid = users[2]!;
  await certifications.decide(cid, CERTIFICATION_STATUS.approved);
  expect(await certifications.of(cid)).toMatchObject({ status: CERTIFICATION_STATUS.approved, url: '' });
  await expect.poll(() => verified(cid)).toBe(true);
  await certifications.decide(cid, CERTIFICATION_STATUS.rejected);
  await expect.poll(() => verified(cid)).toBe(false);
});
