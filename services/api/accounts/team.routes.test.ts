import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  getTeamMembers,
  leaveTeam,
  listTeamChanges,
  MAX_TEAM_SIZE,
  teamMembers,
} from '#services/contract/accounts/team.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

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
      member_name: 'Door',
      rights: ['orders', 'tickets'],
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

test('a creator names 30 accounts a day, so that nobody can look up who has one', async () => {
  const own = await api.creator();
  const { account } = await person('Ann');
  const name = (n: number) => add({ account: `unknown${n}@example.com`, member_name: 'x' }, own);
  for (let n = 0; n < 30; n += 1) expect((await name(n)).ec).toBe(40000);
  for (const one of [account, 'unknown@example.com'])
    expect(await add({ account: one, member_name: 'x' }, own)).toMatchObject({ status: 200, ec: 42900 });
  expect(await team(own)).toEqual([]);
  expect((await add({ account, member_name: 'x' }, await api.creator())).ec).toBe(200);
  const { clock } = api.deps;
  clock.setOffset(clock.offset + 86_400_000);
  expect((await add({ account, member_name: 'x' }, own)).ec).toBe(200);
});

test('who changed members and rights, and when, newest first; nothing of what changes nothing', async () => {
  const own = await api.creator();
  const member = await person('Ann');
  const { user_id } = member;
  await add({ account: member.account, member_name: 'Door', rights: ['orders'] }, own);
  const edit = (body: object) => api.send(editTeamMember, { user_id, ...body }, own);
  for (const body of [{ rights: ['orders'] }, { member_name: 'Gate' }, { rights: ['money'] }])
    await edit(body);
  await Promise.all([edit({ rights: ['tickets', 'stats'] }), edit({ rights: [] })]);
  await edit({ rights: ['stats'] });
  expect((await api.call(leaveTeam, { creator_id: own.user_id }, member)).ec).toBe(200);
  const list = async (query = {}) => (await api.data(listTeamChanges, query, own)).list;
  const changes = await list();
  const by = (one: TestUser) => expect.objectContaining({ user_id: one.user_id });
  expect(changes).toHaveLength(5);
  expect(changes[0]).toEqual({
    change_id: expect.any(Number),
    time: expect.any(Number),
    rights: null,
    by: { user_id, name: 'Ann' },
    member: { user_id, name: 'Ann' },
  });
  expect(changes[1]).toMatchObject({ rights: ['stats'], by: by(own) });
  expect(
    changes
      .slice(2, 4)
      .map(({ rights }) => rights?.length)
      .toSorted(),
  ).toEqual([0, 2]);
  expect(changes[4]).toMatchObject({ rights: ['orders'], by: by(own), member: by(member) });
  expect(await list({ page: 2, per_page: 2 })).toEqual(changes.slice(2, 4));
  expect((await api.data(listTeamChanges, {}, creator)).list.some(({ by: who }) => who?.name === 'Ann')).toBe(
    false,
  );
  expect((await api.call(listTeamChanges, {}, member)).ec).toBe(40300);
});

test('a sixth member, oneself, an existing member and an unknown account are refused by field', async () => {
  const own = await api.creator();
  const members = await Promise.all(
    Array.from({ length: MAX_TEAM_SIZE + 1 }, (_, n) => person(`member ${n}`)),
  );
  const [first] = members;
  for (const { account } of members.slice(0, MAX_TEAM_SIZE)) {
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
  expect(await team(own)).toHaveLength(MAX_TEAM_SIZE);
});
