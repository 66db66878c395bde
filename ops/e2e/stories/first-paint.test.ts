import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { goodsForm, putOnSale } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { newCreator } from '../people.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

/** Opens a page as a link from another site does, and says what it asked the server for. */
async function load(page: Page, path: string) {
  const requested: string[] = [];
  const hear = (request: { url(): string }) => {
    const { pathname, search } = new URL(request.url());
    requested.push(pathname + search);
  };
  page.on('request', hear);
  const answer = await page.goto(path);
  const html = (await answer?.text()) ?? '';
  await settled(page);
  page.off('request', hear);
  const written = /<script type="application\/json" id="page-answers">(.*?)<\/script>/.exec(html)?.[1];
  const answers = Object.keys(JSON.parse(written ?? '{}'));
  // Calls can be repeated later; files never.
  const files = requested.filter((url) => url.startsWith('/assets/'));
  return { html, requested, answers, twice: files.filter((url, at) => files.indexOf(url) !== at) };
}

test.each(['zh-CN', 'en-US'] as const)(
  'public pages are there before the program, with their data, and nothing is loaded twice (%s)',
  async (language) => {
    const creator = await stage.visitor({ language });
    const slug = `paint${language.slice(0, 2)}`;
    await newCreator(creator, '首屏', slug);
    await call(creator, submitCertification, { url: 'https://example.com/paint' });
    const { plan_id } = await putOnSale(creator, goodsForm('围巾', { name: '红', price: '12.00', stock: 5 }));
    const { post } = await call(creator, publishPost, { content: '两只狐狸。', title: '狐狸' });
    // A window that shows what the server painted.
    const context = await creator.context.browser()?.newContext({ baseURL: creator.base, locale: language });
    const page = await context?.newPage();
    if (page === undefined) throw new Error('there is no window');
    for (const [path, heading] of [
      ['/', undefined],
      [`/a/${slug}`, '首屏'],
      [`/item/${plan_id}`, '围巾'],
      [`/p/${post.post_id}`, '狐狸'],
    ] as const) {
      const { html, requested, answers, twice } = await load(page, path);
      expect(html).toContain(`<html lang="${language}"`);
      if (heading !== undefined) {
        expect(html).toContain(`<h1>${heading}</h1>`);
        await page.locator('main').getByRole('heading', { name: heading, level: 1 }).waitFor();
      }
      await expect.poll(() => page.locator('#painted').count()).toBe(0);
      expect(answers.length).toBeGreaterThan(0);
      expect(requested.filter((url) => answers.includes(url))).toEqual([]);
      expect(twice).toEqual([]);
    }
    await context?.close();
    const { twice, answers } = await load(creator.page, '/my/dashboard');
    expect([twice, answers]).toEqual([[], []]);
  },
);

test('an address without a page is 404 with the page that says so', async () => {
  const { page, t } = await stage.visitor({ language: 'en-US' });
  for (const path of ['/nowhere', '/p/nothing', '/a/nobody99', '/item/nothing']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await settled(page);
    expect(await page.locator('main').textContent()).not.toBe('');
  }
  expect(await page.goto('/nowhere')).toBeTruthy();
  await page.getByRole('heading', { name: t('shell:notFound.title') }).waitFor();
});
