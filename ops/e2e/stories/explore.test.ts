import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { editCreator, exploreCreators } from '#services/contract/catalog/creators.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { editGoal } from '#services/contract/goals/goals.ts';
import { getRecList } from '#services/contract/relations/feed.ts';
import { likePost } from '#services/contract/relations/likes.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

/** A certified creator of music with an open post. */
async function musician(visitor: Visitor, name: string, url_slug: string): Promise<string> {
  await newCreator(visitor, name, url_slug);
  await call(visitor, editCreator, { name, url_slug, doing: '写歌', category_id: 'music' });
  // Approved automatically in the sandbox.
  await call(visitor, submitCertification, { url: `https://example.com/${url_slug}` });
  const { post } = await call(visitor, publishPost, {
    type: 1,
    title: `${name}的新歌`,
    content: '今天写完了。',
  });
  return post.post_id;
}

test('what people who paid like rises, and a guest finds it on explore, on a phone and on a desk', async () => {
  const [first, second] = [
    await stage.visitor({ language: 'zh-CN' }),
    await stage.visitor({ language: 'zh-CN' }),
  ];
  const risen = await musician(first, '溪流', 'xiliu1');
  await musician(second, '山谷', 'shangu1');
  const form = { name: '听众', product_type: 0, price: '12.00' };
  const { plan_id } = await putOnSale(first, form);
  const fan = await stage.visitor({ language: 'zh-CN' });
  await signedUp(fan, somebody('Listener'));
  await bought(fan, { plan_id });
  await call(fan, likePost, { post_id: risen });
  await call(first, editGoal, { type: 2, monthly_income: '50.00', desc: '' });
  // The worker has counted.
  const names = async () => {
    const { list } = await call(fan, exploreCreators, { category_id: 'music' });
    const { list: posts } = await call(fan, getRecList, {});
    const { list: near } = await call(fan, exploreCreators, { type: 'goal' });
    const goal = near.find(({ name }) => name === '溪流')?.goal_percent;
    return [list[0]?.name, list[0]?.sponsor_count, posts[0]?.post_id, goal];
  };
  await expect.poll(names, { timeout: 90_000 }).toEqual(['溪流', 1, risen, 0.24]);

  const phone = await stage.visitor({ language: 'en-US', width: 390 });
  const { page, t } = phone;
  await goTo(page, '/explore');
  await page.getByRole('main').getByText(t('shell:category.music'), { exact: true }).first().click();
  await page.waitForURL('/music');
  await page.getByRole('heading', { level: 1, name: t('catalog-creators:music.title') }).waitFor();
  const cards = page.locator('main').getByRole('link');
  await cards.filter({ hasText: '溪流的新歌' }).waitFor();
  await looksRight(phone);
  // In the address, and kept on the way back.
  await page.getByText(t('catalog-creators:explore.views.new'), { exact: true }).click();
  await page.waitForURL('/music?view=new');
  await cards.filter({ hasText: '山谷的新歌' }).click();
  await page.waitForURL('/p/*');
  await page.goBack();
  await page.waitForURL('/music?view=new');
  await page.getByText(t('catalog-creators:explore.all'), { exact: true }).click();
  await page.waitForURL('/explore?view=new');
  await page.getByText(t('catalog-creators:explore.views.goal'), { exact: true }).click();
  await page.waitForURL('/explore?view=goal');
  await page.getByText('24%', { exact: true }).waitFor();
  await looksRight(phone);

  const guest = await stage.visitor({ language: 'zh-CN' });
  await goTo(guest.page, '/explore?category=comic');
  await guest.page.waitForURL('/cartoon');
  await guest.page.getByText(guest.t('catalog-creators:explore.empty'), { exact: true }).waitFor();
  await looksRight(guest);
  await guest.page.getByText(guest.t('catalog-creators:explore.views.goal'), { exact: true }).click();
  await guest.page.getByText(guest.t('catalog-creators:explore.noGoals'), { exact: true }).waitFor();
  await looksRight(guest);
  await goTo(guest.page, '/explore');
  await guest.page.getByText(guest.t('catalog-creators:explore.from', { price: '¥12.00' })).waitFor();
  await looksRight(guest);
  await guest.page.getByText(guest.t('catalog-creators:explore.views.posts'), { exact: true }).click();
  await guest.page.getByRole('heading', { name: '溪流的新歌' }).waitFor();
  await looksRight(guest);
});
