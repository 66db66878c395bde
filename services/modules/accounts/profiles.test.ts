import { beforeAll, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { CreatorForm } from './profiles.ts';
import { startTestAccounts } from './testing/test-accounts.ts';

let users: UserId[];
const people = fixture(startTestAccounts);
beforeAll(async () => {
  users = await people.accounts.members.addMany([{ name: 'Ann' }, { name: 'Ben' }, { name: 'Cid' }]);
});

const form = (url_slug: string, more: Partial<CreatorForm> = {}): CreatorForm => ({
  name: 'Ann draws',
  doing: 'comics',
  category_id: 'comic',
  type: 1,
  detail: '',
  url_slug,
  cover: '',
  avatar: '',
  watermark: 1,
  ...more,
});

test('the first edit makes a creator, found by slug in any case', async () => {
  expect((await people.accounts.profiles.byId(users[0]!))?.creator).toBeNull();
  expect(await people.accounts.profiles.editCreator(users[0]!, form('AnnDraws'))).toBe('saved');
  const found = await people.accounts.profiles.bySlug('anndraws');
  expect(found).toMatchObject({ name: 'Ann draws', url_slug: 'AnnDraws', creator: { status: 1 } });
});

test('a slug is unique in any case; a form with a used slug saves nothing', async () => {
  const taken = await people.accounts.profiles.editCreator(users[1]!, form('ANNDRAWS', { name: 'Thief' }));
  expect(taken).toBe('slug_taken');
  expect(await people.accounts.profiles.byId(users[1]!)).toMatchObject({ name: 'Ben', creator: null });
});

test('of two who request a slug concurrently, one gets it', async () => {
  const results = await Promise.all(
    [users[1]!, users[2]!].map((user) =>
      people.accounts.profiles.editCreator(user, form('wanted', { name: 'Second' })),
    ),
  );
  expect(results.sort()).toEqual(['saved', 'slug_taken']);
});

test('an omitted colour is not changed', async () => {
  await people.accounts.profiles.editCreator(users[0]!, form('AnnDraws', { theme_color: 'rgb(1,2,3)' }));
  await people.accounts.profiles.editCreator(users[0]!, form('AnnDraws'));
  expect((await people.accounts.profiles.byId(users[0]!))?.creator?.theme_color).toBe('rgb(1,2,3)');
});

test('the showcase lists creators by category and by text', async () => {
  const list = async (category_id: string, search: string) =>
    (await people.accounts.showcase.list({ category_id, search, page: 1, per_page: 10, now: 0 })).list.map(
      (creator) => creator.url_slug,
    );
  expect(await list('comic', 'ann d')).toEqual(['AnnDraws']);
  expect(await list('music', '')).toEqual([]);
  expect(await list('', '%')).toEqual([]);
});

test.each([
  [
    'Renée O’Brien',
    ['renee', 'RENÉE', 're\u0301ne\u0301e', "o'brien", 'obrien', 'Ｒｅｎｅｅ', 'ren\u200Bee'],
  ],
  ['ＡＢＣ studio', ['abc', 'ABC', 'ａｂｃ']],
])('%s is found however it is typed, also by the address of the page', async (name, searches) => {
  const [user] = await people.accounts.members.addMany([{ name }]);
  const url_slug = `slug${name.length}`;
  await people.accounts.profiles.editCreator(
    user!,
    form(url_slug, { name, doing: 'x', category_id: 'craft' }),
  );
  for (const search of [...searches, url_slug.toUpperCase()]) {
    const found = await people.accounts.showcase.list({
      category_id: 'craft',
      search,
      page: 1,
      per_page: 9,
      now: 0,
    });
    expect([search, found.list.map((one) => one.name)]).toEqual([search, [name]]);
    expect([search, await people.directory.searchCreators(search)]).toEqual([search, [user]]);
  }
  expect(await people.directory.searchByName(searches[0]!, user!)).toEqual([user]);
});

test('an empty slug finds no creator', async () => {
  expect(await people.accounts.profiles.bySlug('')).toBeUndefined();
});
