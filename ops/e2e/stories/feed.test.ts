import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });
const POSTS = 14;

test('a fan reads the feed, comes back to the same place, and shows what came meanwhile', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  const { user_id } = await newCreator(creator, '晨报', 'feed1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/chenbao' });
  const publish = (title: string) =>
    call(creator, publishPost, { type: 1, title, content: '今天的内容。'.repeat(20) });
  for (let n = 1; n <= POSTS; n += 1) await publish(`第 ${n} 期`);

  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Reader'));
  const { page, t } = fan;
  await goTo(page, '/feed');
  await page.getByText(t('relations-feed:type.my'), { exact: true }).click();
  await page.getByText(t('relations-feed:empty.my')).waitFor();
  await looksRight(fan);
  await call(fan, markCreator, { user_id });
  await page.reload();
  const linkOf = (title: string) => page.getByRole('link', { name: title, exact: true });
  await linkOf(`第 ${POSTS} 期`).waitFor();
  await looksRight(fan);
  // The last one of the first page.
  await linkOf('第 5 期').scrollIntoViewIfNeeded();
  await linkOf('第 2 期').scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => Math.round(window.scrollY));
  const before = await place();
  expect(before).toBeGreaterThan(500);
  await linkOf('第 2 期').click();
  await page.waitForURL('/p/*');
  await page.getByRole('heading', { level: 1, name: '第 2 期' }).waitFor();
  await publish('号外');
  await page.goBack();
  await linkOf('第 2 期').waitFor();
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(100);
  await page.getByRole('button', { name: '1 new post' }).click();
  await linkOf('号外').waitFor();
  // The menu of a post narrows nothing below it, and its buttons are those of its page.
  const card = page.getByRole('article').filter({ has: linkOf('号外') });
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  const padding = 40;
  expect(await widthOf(card.getByText('今天的内容。'))).toBeGreaterThan((await widthOf(card)) - padding);
  await card.getByRole('link', { name: t('content:comment') }).waitFor();
  await card.getByRole('button', { name: t('relations-share:of', { title: '号外' }) }).click();
  await page.getByRole('dialog').getByText(t('relations-share:to.weibo')).waitFor();
  await looksRight(fan);
  await page.keyboard.press('Escape');
  await page.getByText(t('relations-feed:filters.post'), { exact: true }).click();
  await page.getByText(t('relations-feed:empty.filtered')).waitFor();
  await looksRight(fan);

  const guest = await stage.visitor({ language: 'zh-CN' });
  await goTo(guest.page, '/feed');
  await guest.page.getByRole('link', { name: '号外', exact: true }).waitFor();
  await looksRight(guest);
});
