import { test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a fan follows a creator and saves a post, removes both from the lists and takes that back', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '山海', 'follow1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/shanhai' });
  const { post } = await call(creator, publishPost, { type: 1, title: '山里的海', content: '第一篇' });

  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Reader'));
  const { page, t } = fan;
  const button = (name: string) => page.getByRole('button', { name });
  await goTo(page, '/a/follow1');
  const follow = button(t('relations:followOf', { name: '山海' }));
  await follow.click();
  await button(t('relations:followingOf', { name: '山海' })).waitFor();
  await looksRight(fan);
  await goTo(page, `/p/${post.post_id}`);
  const save = button(t('relations:collectOf', { title: '山里的海' }));
  await save.click();
  await button(t('relations:collectedOf', { title: '山里的海' })).waitFor();
  await looksRight(fan);

  await goTo(page, '/dashboard/mark');
  await button(t('relations:unfollowOf', { name: '山海' })).click();
  await page.getByText(t('relations:removed', { name: '山海' })).waitFor();
  await looksRight(fan);
  await button(t('relations:undo')).click();
  await button(t('relations:unfollowOf', { name: '山海' })).waitFor();
  await page.getByText(t('relations:posts'), { exact: true }).click();
  await page.waitForURL('/dashboard/mark-post');
  await button(t('relations:removeOf', { title: '山里的海' })).click();
  await page.getByText(t('relations:removed', { name: '山里的海' })).waitFor();
  await page.reload();
  await page.getByText(t('relations:noPosts')).waitFor();
  await looksRight(fan);

  await goTo(creator.page, '/a/follow1');
  await creator.page.getByText(creator.t('relations:followers', { count: 1 })).waitFor();
  await looksRight(creator);

  const guest = await stage.visitor({ language: 'zh-CN' });
  await goTo(guest.page, '/a/follow1');
  await guest.page.getByRole('link', { name: guest.t('relations:followOf', { name: '山海' }) }).click();
  await guest.page.waitForURL('/login?back=*');
});
