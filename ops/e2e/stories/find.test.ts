import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });
const TEXT = `${'雨下了一整夜。'.repeat(12)}清晨的灯塔还亮着。${'海很安静。'.repeat(20)}`;

test('a fan finds posts, albums and pages by words, with marks and the last searches; locked text stays unseen', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '灯塔日记', 'find1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/dengta' });
  await call(creator, publishPost, { type: 1, title: '看海的日子', content: TEXT });
  await call(creator, publishPost, {
    title: '会员灯塔手记',
    content: '暗号是蓝色螺旋楼梯',
    preview_text: '手记预告',
    audience: 'members',
  });
  await call(creator, editAlbum, { title: '灯塔与海', content: '' });

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('Reader'));
  const { page, t } = fan;
  await goTo(page, '/search');
  await page.getByText(t('content-search:begin')).waitFor();
  await looksRight(fan);
  const field = page.getByRole('main').getByLabel(t('content-search:field'));
  const search = async (q: string) => {
    await field.fill(q);
    await field.press('Enter');
  };
  await search('灯塔');
  await page.getByRole('link', { name: '会员灯塔手记' }).waitFor();
  await page.getByRole('link', { name: '看海的日子' }).waitFor();
  const excerpt = page.getByRole('article').filter({ hasText: '看海的日子' });
  await expect.poll(() => excerpt.locator('mark').allTextContents()).toEqual(['灯塔']);
  expect(await excerpt.textContent()).toContain('清晨的灯塔还亮着');
  await looksRight(fan);

  await search('螺旋楼梯');
  await page.getByText(t('content-search:none.post', { words: '螺旋楼梯' })).waitFor();
  await looksRight(fan);
  await search('灯塔日记');
  await page.getByText(t('content-search:none.post', { words: '灯塔日记' })).waitFor();
  const creators = page.getByRole('region', { name: t('content-search:types.creator') });
  await creators.getByRole('link', { name: '灯塔日记' }).waitFor();
  await looksRight(fan);
  await search('灯');
  await page.getByText(t('content-search:tooShort')).waitFor();
  const elsewhere = (type: string) => page.getByRole('link', { name: new RegExp(`^${type}（\\d+）$`) });
  await elsewhere(t('content-search:types.creator')).waitFor();
  await elsewhere(t('content-search:types.album')).waitFor();
  await page.getByRole('tab', { name: t('content-search:types.album') }).click();
  await page.getByRole('link', { name: '灯塔与海' }).waitFor();
  await looksRight(fan);
  await page.getByRole('tab', { name: t('content-search:types.order') }).click();
  await page.getByText(t('content-search:none.order', { words: '灯' })).waitFor();
  await goTo(page, '/search');
  await page.getByText(t('content-search:history'), { exact: true }).waitFor();
  const history = page.getByRole('region', { name: t('content-search:history') });
  await expect
    .poll(() => history.getByRole('link').allTextContents())
    .toEqual(['灯', '灯塔日记', '螺旋楼梯', '灯塔']);
  await looksRight(fan);
  await page.getByRole('button', { name: t('content-search:clear') }).click();
  await page.getByText(t('content-search:begin')).waitFor();
});

test('Ctrl-K finds pages in both languages, and posts; arrows and Enter open them', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  await newCreator(creator, 'Harbour', 'find2');
  await call(creator, submitCertification, { url: 'https://example.com/harbour' });
  await call(creator, publishPost, { type: 1, title: 'Lanterns in fog', content: 'A quiet evening.' });
  await call(creator, publishPost, { content: `Lanterns ${'all along the harbour wall '.repeat(6)}` });
  const { page, t } = creator;
  await goTo(page, '/dashboard/stats');
  const open = async (q: string) => {
    // The keys work from the moment when the menu is there.
    await page.getByRole('button', { name: t('shell:nav.menuOf', { name: 'Harbour' }) }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').fill(q);
    return dialog;
  };
  const pages = await open('提现');
  await pages.getByRole('option', { name: t('creator:nav.withdraw'), exact: true }).waitFor();
  await looksRight(creator);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('/withdraw');
  const posts = await open('lanterns');
  await posts.getByRole('option', { name: 'all along the harbour wall' }).waitFor();
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  expect(await widthOf(posts.getByRole('listbox'))).toBe(await widthOf(posts.getByRole('combobox')));
  await posts.getByRole('option', { name: 'Lanterns in fog' }).click();
  await page.waitForURL('/p/*');
  await open('fog');
  await page.keyboard.press('Enter');
  await page.waitForURL('/search?q=fog');
  await page.getByRole('link', { name: 'Lanterns in fog' }).waitFor();
});
