import { expect, test } from 'vitest';
import { putOnSale } from '#ops/actors/people.ts';
import { listOpenTokens } from '#services/contract/open/developer.ts';
import { goTo } from '../going.ts';
import { newCreator } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a creator creates a token, tries a call, finds it in the log and revokes the token', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const { page, t } = creator;
  await newCreator(creator, 'Dev Garden', 'devgarden');
  await putOnSale(creator, { name: 'Coffee', product_type: 0, price: '30.00' });
  await goTo(page, '/dashboard/dev');
  await page.getByRole('button', { name: t('open:tokens.create') }).click();
  const form = page.getByRole('dialog', { name: t('open:tokens.create') });
  await form.getByLabel(t('open:tokens.name')).fill('Discord bot');
  await seen(creator, 'developer-form');
  await form.getByRole('button', { name: t('open:tokens.create') }).click();
  const made = page.getByRole('dialog', { name: t('open:tokens.made') });
  const token = await made.getByRole('region', { name: t('open:tokens.token') }).textContent();
  expect(token?.length).toBeGreaterThanOrEqual(43);
  await seen(creator, 'developer-made');
  await made.getByRole('button', { name: t('shell:action.close') }).click();
  await made.waitFor({ state: 'hidden' });

  await page.getByRole('combobox', { name: t('open:console.call') }).click();
  await page.getByRole('option', { name: /^query-plans/ }).click();
  await page.getByRole('button', { name: t('open:console.run') }).click();
  await page.getByRole('status').filter({ hasText: 'ec 200' }).waitFor();
  const answer = await page.getByRole('region', { name: t('open:console.answer') }).textContent();
  expect(JSON.parse(answer ?? '').data.list).toMatchObject([{ name: 'Coffee', price: '30.00' }]);
  await page
    .getByRole('button', { name: t('open:log.repeatOf', { name: 'query-plans' }) })
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Python' }).click();
  await page.getByRole('region', { name: 'Python' }).getByText('hashlib.md5').waitFor();
  expect(await page.content()).not.toContain(token);
  await seen(creator, 'developer-used');

  const name = 'Discord bot';
  await page.getByRole('button', { name: t('open:tokens.revokeOf', { name }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('open:tokens.revoke'), exact: true })
    .click();
  await page.getByText(t('open:tokens.empty')).first().waitFor();
});

test('addresses for programs are those of PUBLIC_URL, not of the page', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const { page } = creator;
  await newCreator(creator, 'Far Garden', 'fargarden');
  await page.route(`**${listOpenTokens.path}*`, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, data: { ...data, public_url: 'https://shop.example' } } });
  });
  await goTo(page, '/dashboard/dev');
  await page.getByText('https://shop.example/api/open/', { exact: true }).waitFor();
  for (const language of ['curl', 'Python', 'TypeScript', 'Go']) {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('region', { name: language }).getByText('https://shop.example/api/open/').waitFor();
  }
  expect(await page.getByRole('main').textContent()).not.toContain(new URL(page.url()).host);
});
