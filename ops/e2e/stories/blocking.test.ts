import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishComment } from '#services/contract/content/comments.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a fan blocks a person and undoes it; the creator rejects a fan, who sees it', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '晚风', 'block1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/wanfeng' });
  const { post } = await call(creator, publishPost, { type: 1, title: '聊聊今年', content: '你们怎么想？' });
  const path = `/p/${post.post_id}`;
  const loud = await stage.visitor({ language: 'zh-CN' });
  await signedUp(loud, somebody('吵闹的人'));
  await call(loud, publishComment, { post_id: post.post_id, content: '吵吵吵' });

  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Reader'));
  const { page, t } = fan;
  const choose = async ({ page, t }: typeof fan, kind: 'block' | 'reject') => {
    await page
      .getByRole('button', { name: t('content-comments:menuOf', { name: '吵闹的人' }) })
      .first()
      .click();
    await page.getByRole('menuitem', { name: t(`relations-blocks:${kind}.do`) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t(`relations-blocks:${kind}.do`) })
      .click();
  };
  await goTo(page, path);
  await page.getByText('吵吵吵').waitFor();
  await choose(fan, 'block');
  await page.getByText('吵吵吵').waitFor({ state: 'detached' });
  await goTo(page, '/setting/blocklist');
  await page.getByRole('link', { name: '吵闹的人' }).waitFor();
  await looksRight(fan);
  await page.getByRole('button', { name: t('relations-blocks:block.endOf', { name: '吵闹的人' }) }).click();
  await page.getByText(t('relations:removed', { name: '吵闹的人' })).waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('relations:undo') })
    .click();
  await page.getByRole('searchbox', { name: t('relations-blocks:search') }).fill('nobody');
  await page.getByText(t('relations-blocks:noHit', { name: 'nobody' })).waitFor();

  // On the creator's page: blocked, undone from the message, blocked again, ended in the menu.
  await goTo(page, '/a/block1');
  const menu = page.getByRole('button', { name: t('relations-blocks:menuOf', { name: '晚风' }) });
  const choice = (kind: 'do' | 'end') =>
    page.getByRole('menuitem', { name: t(`relations-blocks:block.${kind}`) });
  const blockCreator = async () => {
    await menu.click();
    await choice('do').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('relations-blocks:block.do') })
      .click();
    await page.getByText(t('relations-blocks:block.done', { name: '晚风' })).waitFor();
  };
  await blockCreator();
  await looksRight(fan);
  await page
    .getByRole('alert')
    .filter({ hasText: '晚风' })
    .getByRole('button', { name: t('relations:undo') })
    .click();
  await page.getByText(t('relations-blocks:block.ended', { name: '晚风' })).waitFor();
  await blockCreator();
  await menu.click();
  await choice('end').click();
  await menu.click();
  await choice('do').waitFor();
  await page.keyboard.press('Escape');
  // In the menu of a post of the feed.
  await goTo(page, '/feed');
  await page
    .getByRole('article')
    .getByRole('button', { name: t('relations-blocks:menuOf', { name: '晚风' }) })
    .first()
    .click();
  await choice('do').waitFor();
  await page.getByRole('menuitem', { name: t('relations-blocks:report.do') }).click();
  const report = page.getByRole('dialog', { name: t('relations-blocks:report.title') });
  await report.getByRole('textbox', { name: t('relations-blocks:report.reason') }).fill('Insults');
  await looksRight(fan);
  await report.getByRole('button', { name: t('relations-blocks:report.submit') }).click();
  await page.getByText(t('relations-blocks:report.done')).waitFor();

  await goTo(creator.page, path);
  await choose(creator, 'reject');
  await creator.page.getByText(creator.t('relations-blocks:reject.done', { name: '吵闹的人' })).waitFor();
  await goTo(creator.page, '/setting/rejectlist');
  await creator.page.getByRole('link', { name: '吵闹的人' }).waitFor();
  await looksRight(creator);
  await goTo(loud.page, path);
  await loud.page.getByText(loud.t('content-comments:state.rejected')).waitFor();
  await loud.page.getByText('吵吵吵').waitFor();
  expect(await loud.page.getByRole('textbox').count()).toBe(0);
  await looksRight(loud);
});
