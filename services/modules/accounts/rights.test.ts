import { beforeAll, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { weakLink } from '#services/runtime/testing/weak-link.ts';
import { openRightsRegister, type RightsRegister, rightNames } from './rights.ts';
import { startTestAccounts } from './testing/test-accounts.ts';

/** Notifications pass through the database, which can take time on a busy machine. */
let register: RightsRegister;
let creator: UserId;
let fan: UserId;
const people = fixture(startTestAccounts);
beforeAll(async () => {
  register = openRightsRegister(people.database.pool, people.clock);
  const made = await people.accounts.members.addMany([{ name: 'Ann' }, { name: 'Ben' }]);
  [creator, fan] = [made[0]!, made[1]!];
  const look = { doing: '', category_id: '', type: 1, detail: '', cover: '', avatar: '', watermark: 1 };
  await people.accounts.profiles.editCreator(creator, { name: 'Ann', url_slug: 'anndraws', ...look });
});

test('every creator has every right; fans and guests have none', async () => {
  const all = (flag: boolean) => Object.fromEntries(rightNames.map((name) => [name, flag]));
  const others = {
    is_shown: true,
    is_verified: false,
    special: [],
    hides: { sponsor_list: false, sponsors: false, income: false },
  };
  expect(await people.accounts.rights.of(creator)).toEqual({ ...others, rights: all(true) });
  expect(await people.accounts.rights.of(fan)).toEqual({ ...others, rights: all(false) });
  const nobody = await people.accounts.rights.of('nobody' as UserId);
  expect(nobody).toEqual({ ...others, is_shown: false, rights: all(false) });
});

test('a revoked right is gone immediately in every process, and can be granted again', async () => {
  const other = await people.another();
  const bundle = async (rights = people.accounts.rights) => (await rights.of(creator)).rights.bundle;
  expect(await bundle(other.accounts.rights)).toBe(true);
  expect(await register.take(creator, 'bundle')).toBe(true);
  expect(await register.take(creator, 'bundle')).toBe(false);
  await expect.poll(() => bundle()).toBe(false);
  await expect.poll(() => bundle(other.accounts.rights)).toBe(false);
  expect((await people.accounts.rights.of(creator)).rights.add_attachment).toBe(true);
  expect(await register.give(creator, 'bundle')).toBe(true);
  expect(await register.give(creator, 'bundle')).toBe(false);
  // Without waiting for news.
  expect(await people.accounts.rights.allows(creator, ({ rights }) => rights.bundle)).toBe(true);
  await expect.poll(() => bundle()).toBe(true);
});

test('a special right is given to single creators, and can be revoked', async () => {
  const special = async () => (await people.accounts.rights.refresh(creator)).special;
  expect(await register.isTaken(creator, 'video_8')).toBe(true);
  expect(await register.take(creator, 'video_8')).toBe(false);
  expect([await register.give(creator, 'video_8'), await register.give(creator, 'video_8')]).toEqual([
    true,
    false,
  ]);
  expect([await special(), await register.isTaken(creator, 'video_8')]).toEqual([['video_8'], false]);
  await register.apply(creator, async () => ({ video_8: true, audio_500: false }));
  expect(await special()).toEqual(['audio_500']);
  await register.give(fan, 'video_8');
  expect((await people.accounts.rights.refresh(fan)).special).toEqual([]);
});

test('a process without notifications applies a revocation within a second', async () => {
  const link = await weakLink(people.database.url);
  const { rights } = (await people.another(link.url)).accounts;
  const bundle = async () => (await rights.of(creator)).rights.bundle;
  expect(await bundle()).toBe(true);
  link.silence();
  let right = true;
  const measure = async () => {
    right = !right;
    expect(await (right ? register.give(creator, 'bundle') : register.take(creator, 'bundle'))).toBe(true);
    const begun = performance.now();
    await expect.poll(bundle, { interval: 20 }).toBe(right);
    return performance.now() - begun;
  };
  expect(await quickest(1_000, measure)).toBeLessThan(1_000);
  await register.give(creator, 'bundle');
  await link.close();
});
