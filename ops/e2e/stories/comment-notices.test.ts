import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishComment } from '#services/contract/content/comments.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { likePost } from '#services/contract/relations/likes.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test.for([
  ['zh-CN', undefined],
  ['en-US', 390],
] as const)(
  'a creator sees who commented and liked, and chooses what to be informed of, in %s',
  async ([language, width]) => {
    const creator = await stage.visitor({ language, ...(width && { width }) });
    await newCreator(creator, '晚风', `told${language.slice(0, 2)}`);
    // Approved automatically in the sandbox.
    await call(creator, submitCertification, { url: 'https://example.com/wanfeng' });
    const { post } = await call(creator, publishPost, {
      type: 1,
      title: '聊聊今年',
      content: '你们怎么想？',
    });
    const { post_id } = post;
    for (const name of ['小满', '阿青']) {
      const fan = await stage.visitor({ language });
      await signedUp(fan, somebody(name));
      await call(fan, publishComment, { post_id, content: `${name}来过` });
      await call(fan, likePost, { post_id });
    }
    const unread = async () => (await call(creator, getMyCheck)).unread_count;
    // One message is about the certification.
    await expect.poll(unread).toMatchObject({ message: 1, comment: 1, like: 1 });

    const { page, t } = creator;
    if (width === undefined) {
      await goTo(page, '/feed');
      const name = t('shell:nav.messagesOf', { count: 3 });
      await page.getByRole('banner').getByRole('link', { name }).hover();
      const menu = page.getByRole('navigation', { name: t('shell:nav.messages'), exact: true });
      await menu.getByRole('link', { name: t('shell:notices.comment') }).click();
    } else {
      await goTo(page, '/notice');
      await page.getByRole('tab', { name: t('messages:tabs.comment') }).click();
    }
    await page.waitForURL('/notice/comment');
    const notice = page.getByRole('article');
    await notice.getByText(t('notices:did.comment')).waitFor();
    await notice.getByText('阿青来过').waitFor();
    await looksRight(creator);
    await expect.poll(unread).toMatchObject({ comment: 0, like: 1 });

    await page.getByRole('tab', { name: t('messages:tabs.like') }).click();
    await page.waitForURL('/notice/like');
    await page.getByText(t('notices:did.like')).waitFor();
    await looksRight(creator);
    await expect.poll(unread).toMatchObject({ comment: 0, like: 0 });
    await page.getByRole('link', { name: '聊聊今年' }).click();
    await page.waitForURL(`/p/${post_id}`);

    await goTo(page, '/setting/notification');
    const cell = (event: 'comment' | 'order', channel: 'site' | 'mail') =>
      t('messages-settings:cell', {
        event: t(`messages-settings:event.${event}.name`),
        channel: t(`messages-settings:channel.${channel}`),
      });
    const comments = page.getByRole('checkbox', { name: cell('comment', 'site'), exact: true });
    await comments.uncheck();
    const isOn = async () =>
      (await call(creator, getNotifyConfig)).events.find(({ event }) => event === 'comment')?.site;
    await expect.poll(isOn).toBe('off');
    expect(await page.getByRole('checkbox', { name: cell('order', 'mail') }).isDisabled()).toBe(true);
    await looksRight(creator);
  },
);
