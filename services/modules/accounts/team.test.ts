import { expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { MAX_TEAM_SIZE } from '#services/contract/accounts/team.ts';
import { startTestAccounts } from './testing/test-accounts.ts';

const CHECK_IN_MEMBER = { member_name: 'Door', rights: ['tickets' as const] };
const people = fixture(startTestAccounts);

const some = (count: number): Promise<UserId[]> =>
  people.accounts.members.addMany(Array.from({ length: count }, (_, n) => ({ name: `person ${n}` })));

test('a member acts for the creator until removed', async () => {
  const { team } = people.accounts;
  const [creator, member] = (await some(2)) as [UserId, UserId];
  expect(await team.creatorsFor(member, 'tickets')).toEqual(new Set([member]));
  expect(await team.add(creator, member, CHECK_IN_MEMBER)).toBe('added');
  expect(await team.add(creator, member, CHECK_IN_MEMBER)).toBe('already');
  expect(await team.creatorsFor(member, 'tickets')).toEqual(new Set([member, creator]));
  expect(await team.creatorsFor(creator, 'tickets')).toEqual(new Set([creator]));
  expect(await team.edit(creator, member, { member_name: 'East door' })).toBe(true);
  expect(await team.list(creator)).toMatchObject([{ user_id: member, member_name: 'East door' }]);
  expect(await team.remove(creator, member)).toBe(true);
  expect(await team.remove(creator, member)).toBe(false);
  expect(await team.edit(creator, member, { member_name: 'Gone' })).toBe(false);
  expect(await team.creatorsFor(member, 'tickets')).toEqual(new Set([member]));
});

test('a team has at most five members, also when more are added concurrently', async () => {
  const { team } = people.accounts;
  const [creator, ...others] = (await some(MAX_TEAM_SIZE + 4)) as [UserId, ...UserId[]];
  const added = await Promise.all(
    others.map((user, n) => team.add(creator, user, { ...CHECK_IN_MEMBER, member_name: `member ${n}` })),
  );
  expect(added.filter((outcome) => outcome === 'added')).toHaveLength(MAX_TEAM_SIZE);
  expect(added.filter((outcome) => outcome === 'full')).toHaveLength(3);
  expect(await team.list(creator)).toHaveLength(MAX_TEAM_SIZE);
});
