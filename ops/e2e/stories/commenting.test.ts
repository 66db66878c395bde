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

test('a fan comments and likes, the creator answers and deletes, and the fan finds the answer', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '晚风', 'talk1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/wanfeng' });
  const { post } = await call(creator, publishPost, { type: 1, title: '聊聊今年', content: '你们怎么想？' });
  const path = `/p/${post.post_id}`;

  const guest = await stage.visitor({ language: 'zh-CN' });
  await goTo(guest.page, path);
  await guest.page.getByText(guest.t('content-comments:nothing')).waitFor();
  await looksRight(guest);
  await guest.page.getByRole('link', { name: guest.t('content-comments:signIn') }).click();
  await guest.page.waitForURL('/login?back=*');

  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Reader'));
  const { page, t } = fan;
  await goTo(page, path);
  const field = page.getByRole('textbox', { name: t('content-comments:write') });
  await field.fill('What a year. See https://example.com <b>bold</b>');
  // What was typed is there again.
  await page.reload();
  await expect.poll(() => field.inputValue()).toContain('What a year');
  await page.getByRole('button', { name: t('content-comments:send') }).click();
  const own = page.getByRole('article', { name: t('content-comments:commentOf', { name: 'Reader' }) });
  await own.getByText('<b>bold</b>').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await own.getByRole('link', { name: 'https://example.com' }).count()).toBe(0);
  await own.getByRole('button', { name: t('content-comments:likeOf', { name: 'Reader' }) }).click();
  await own.getByRole('button', { name: t('content-comments:unlikeOf', { name: 'Reader' }) }).waitFor();
  await looksRight(fan);

  await goTo(creator.page, path);
  const words = creator.t;
  const reply = creator.page.getByRole('button', {
    name: words('content-comments:replyTo', { name: 'Reader' }),
  });
  await reply.click();
  const answer = creator.page.getByRole('textbox', {
    name: words('content-comments:replyTo', { name: 'Reader' }),
  });
  // Chosen by keys.
  await answer.pressSequentially('@rea');
  await creator.page.getByRole('option', { name: 'Reader' }).waitFor();
  await answer.press('Enter');
  await answer.pressSequentially('谢谢你！');
  await creator.page
    .getByRole('form', { name: words('content-comments:replyTo', { name: 'Reader' }) })
    .getByRole('button', { name: words('content-comments:sendReply') })
    .click();
  await creator.page.getByText('谢谢你！').waitFor();
  await creator.page.getByRole('link', { name: '@Reader' }).waitFor();
  await looksRight(creator);

  await goTo(page, '/notice/comment');
  await page.getByRole('article').getByRole('link').click();
  await page.waitForURL(`${path}#comments`);
  await page.getByText('谢谢你！').waitFor();
  // A thread stays after its first comment.
  await page.getByRole('button', { name: t('content-comments:menuOf', { name: 'Reader' }) }).click();
  await page.getByRole('menuitem', { name: t('content-comments:delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('content-comments:delete') })
    .click();
  await page.getByText(t('content-comments:gone')).waitFor();
  await looksRight(fan);

  // Chosen by a finger.
  await field.pressSequentially('Thoughts for @');
  const offer = page.getByRole('option', { name: '晚风' });
  await offer.waitFor();
  await looksRight(fan);
  await offer.click();
  await expect.poll(() => field.inputValue()).toBe('Thoughts for @晚风 ');
  await page.getByRole('button', { name: t('content-comments:send') }).click();
  await page.getByRole('link', { name: '@晚风' }).waitFor();

  for (let n = 1; n <= 8; n += 1)
    await call(fan, publishComment, { post_id: post.post_id, content: `Thought ${n}` });
  await page.reload();
  await page.getByText('Thought 1').waitFor();
  await page.getByRole('heading', { name: t('content-comments:count', { number: '10' }) }).waitFor();
  await looksRight(fan);
});
