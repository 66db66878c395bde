import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { editCreator } from '#services/contract/catalog/creators.ts';
import { chooseTheme, saveThemeColor } from '#services/contract/catalog/page-settings.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const pageOf = async (as: TestUser) => {
  const { creator } = (await api.data(getMyProfile, {}, as)).user;
  const used = creator?.theme_list.filter(({ in_use }) => in_use).map(({ id }) => id);
  return { color: creator?.theme_color, used, own: creator?.theme_list.at(-1) };
};
const PINK = { r: 250, g: 10, b: 200, a: 1 };

test('a creator chooses themes; the own colour is the last and stays', async () => {
  const creator = await api.creator();
  expect(await pageOf(creator)).toMatchObject({ color: 'rgb(148,108,230)', used: ['violet'] });
  await api.data(chooseTheme, { theme_id: 'blue' }, creator);
  expect(await pageOf(creator)).toMatchObject({ color: 'rgb(43,125,187)', used: ['blue'] });
  await api.data(saveThemeColor, { theme_id: 'custom', theme_color: 'rgb(250,10,200)' }, creator);
  expect(await pageOf(creator)).toMatchObject({ color: 'rgb(250,10,200)', used: ['custom'] });
  await api.data(chooseTheme, { theme_id: 'rose' }, creator);
  expect(await pageOf(creator)).toMatchObject({ used: ['rose'], own: { id: 'custom', color: PINK } });
  const { creator: page } = await api.data(chooseTheme, { theme_id: 'custom' }, creator);
  expect(page).toMatchObject({ theme_color: 'rgb(250,10,200)', can_copy_text: true });
});

test('a colour from the form is the own one, also after another theme', async () => {
  const creator = await api.creator();
  const form = { name: 'Ida', url_slug: 'idathemes', theme_color: 'rgb(1,2,3)' };
  await api.data(editCreator, form, creator);
  expect((await pageOf(creator)).used).toEqual(['custom']);
  await api.data(chooseTheme, { theme_id: 'green' }, creator);
  expect((await pageOf(creator)).own?.color).toEqual({ r: 1, g: 2, b: 3, a: 1 });
});

test.each([
  [chooseTheme, { theme_id: 'gold' }, 'theme_id'],
  [chooseTheme, { theme_id: 'constructor' }, 'theme_id'],
  [chooseTheme, {}, 'theme_id'],
  [saveThemeColor, { theme_id: 'blue', theme_color: 'rgb(1,2,3)' }, 'theme_id'],
  [saveThemeColor, { theme_id: 'custom', theme_color: 'rgb(1,2,256)' }, 'theme_color'],
  [saveThemeColor, { theme_id: 'custom', theme_color: 'red; background: url(x)' }, 'theme_color'],
  [saveThemeColor, { theme_id: 'custom' }, 'theme_color'],
] as const)('%o with %j is refused by field, and nothing changes', async (endpoint, input, field) => {
  const creator = await api.creator();
  const before = await pageOf(creator);
  const { ec, data } = await api.send(endpoint, input, creator);
  expect([ec, data.errors?.map((one) => one.field)]).toEqual([40000, [field]]);
  expect(await pageOf(creator)).toEqual(before);
  expect((await api.send(endpoint, input, await api.user())).ec).toBe(40300);
});
