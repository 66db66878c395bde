import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  getTeamMembers,
  LARGEST_TEAM,
  teamMembers,
} from './contract/team.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture<TestUser>(() => api.creator());

/** A user with the account by which they are added. */
async function person(name: string): Promise<TestUser & { account: string }> {
  const made = await api.user(name);
  const { email } = await api.deps.accounts.addressesOf(made.user_id);
  return { ...made, account: email };
}
const add = (body: object, as = creator) => api.send(addTeamMember, body, as);
const team = async (as = creator) => teamMembers.parse((await api.call(getTeamMembers, {}, as)).data).list;

test('a creator adds a person by account, renames and removes them', async () => {
  const member = await person('Ann');
  expect((await add({ account: member.account.toUpperCase(), member_name: 'Door' })).ec).toBe(200);
  expect(await team()).toEqual([
    {
      user: { user_id: member.user_id, name: 'Ann', avatar: '' },
      ...{ member_name: 'Door', rights: ['orders', 'tickets'] },
    },
  ]);
  const named = { user_id: member.user_id, member_name: 'Gate 东门' };
  expect((await api.call(editTeamMember, named, creator)).ec).toBe(200);
  expect(await team()).toMatchObject([{ member_name: 'Gate 东门' }]);
  const other = await api.creator();
  expect((await api.call(editTeamMember, named, other)).ec).toBe(40400);
  expect((await api.call(deleteTeamMember, named, other)).ec).toBe(40400);
  expect((await api.call(deleteTeamMember, named, creator)).ec).toBe(200);
  expect(await team()).toEqual([]);
});

test('a sixth member, oneself, an existing member and an unknown account are refused by field', async () => {
  const own = await api.creator();
  const members = await Promise.all(
    Array.from({ length: LARGEST_TEAM + 1 }, (_, n) => person(`member ${n}`)),
  );
  const [first] = members;
  for (const { account } of members.slice(0, LARGEST_TEAM)) {
    expect((await add({ account, member_name: 'Door' }, own)).ec).toBe(200);
  }
  const { email: mine } = await api.deps.accounts.addressesOf(own.user_id);
  const wrong = [
    { account: members.at(-1)!.account, member_name: 'Sixth' },
    { account: first!.account, member_name: 'Again' },
    { account: mine, member_name: 'Me' },
    { account: 'nobody@example.com', member_name: 'Nobody' },
    { account: 'no account', member_name: 'Nobody' },
  ];
  for (const [at, body] of wrong.entries()) {
    const ec = at === 0 ? 40902 : 40000;
    expect(await add(body, own)).toMatchObject({ ec, data: { errors: [{ field: 'account' }] } });
  }
  expect(await add({ account: first!.account, member_name: ' ' }, own)).toMatchObject({
    ec: 40000,
    data: { errors: [{ field: 'member_name' }] },
  });
  expect(await team(own)).toHaveLength(LARGEST_TEAM);
});
