import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });
const vote = {
  title: '下一篇写哪里？',
  chosen_type: 2,
  most: 2,
  options: [{ name: '山' }, { name: '海' }, { name: '沙漠' }],
} as const;

test('a creator asks in a post; a reader likes it, votes and sees the counts', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '投票人', 'voting1');
  await call(creator, submitCertification, { url: 'https://example.com/voting' });
  const { page, t } = creator;
  await goTo(page, '/compose');
  await page.getByRole('textbox', { name: t('content-compose:field.content') }).fill('大家来选');
  await page.getByRole('button', { name: t('content-vote-edit:add') }).click();
  await page.getByLabel(t('content-vote-edit:question')).fill(vote.title);
  for (const [n, { name }] of vote.options.slice(0, 2).entries())
    await page.getByRole('textbox', { name: t('content-vote-edit:option', { number: n + 1 }) }).fill(name);
  await page.getByRole('button', { name: t('content-vote-edit:addOption') }).click();
  await looksRight(creator);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('content-compose:submit.publish'), exact: true })
    .click();
  // The third option is empty.
  await page.getByText(t('content-vote-edit:required')).waitFor();
  await page.getByRole('textbox', { name: t('content-vote-edit:option', { number: 3 }) }).fill('沙漠');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('content-compose:submit.publish'), exact: true })
    .click();
  await page.waitForURL('/p/*');
  await page.getByText(t('content-vote:preview')).waitFor();
  await looksRight(creator);

  // In a post for everybody new accounts wait.
  const { post } = await call(creator, publishPost, {
    content: '第二篇',
    vote: { ...vote, options: [...vote.options] },
  });
  const fan = await stage.visitor({ language: 'en-US', width: 390 });
  await signedUp(fan, somebody('Reader'));
  await goTo(fan.page, `/p/${post.post_id}`);
  await fan.page.getByRole('button', { name: /^Like/ }).click();
  await fan.page.getByRole('button', { name: /^You like/ }).waitFor();
  const submit = fan.page.getByRole('button', { name: fan.t('content-vote:submit'), exact: true });
  await submit.click();
  await fan.page.getByText(fan.t('content-vote:chooseOne')).waitFor();
  for (const { name } of vote.options) await fan.page.getByRole('checkbox', { name }).click();
  await fan.page.getByText(fan.t('content-vote:tooMany', { most: 2 })).waitFor();
  await fan.page.getByRole('checkbox', { name: '沙漠' }).click();
  await looksRight(fan);
  await submit.click();
  await fan.page.getByText(/hour after signing up/).waitFor();
  await stage.database().query(`UPDATE accounts.users SET created_at = 0 WHERE name = 'Reader'`);
  await submit.click();
  await fan.page.getByText(fan.t('content-vote:mine')).first().waitFor();
  expect(await fan.page.getByText(fan.t('content-vote:mine')).count()).toBe(2);
  await looksRight(fan);
  await fan.page.getByRole('link', { name: fan.t('content-vote:check') }).click();
  await fan.page.waitForURL('/proof?*');
  await fan.page.getByRole('heading', { name: fan.t('proof:ballot.title') }).waitFor();
  await looksRight(fan);

  const guest = await stage.visitor({ language: 'zh-CN' });
  await goTo(guest.page, `/p/${post.post_id}`);
  await guest.page.getByRole('link', { name: guest.t('content-vote:signIn') }).click();
  await guest.page.waitForURL('/login?back=*');
});

test('the menu of the editor adds a vote with pictures to an article, and the preview shows it', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '投票作者', 'voting2');
  await call(creator, submitCertification, { url: 'https://example.com/voting' });
  const { page, t } = creator;
  await goTo(page, '/edit/article');
  const title = page.getByRole('textbox', { name: t('content-compose:field.title') });
  await title.fill('下一站');
  await title.press('Enter');
  await page.keyboard.type('大家来选。');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/toupiao');
  await page
    .getByRole('listbox', { name: t('content-article:insert.title') })
    .getByRole('option', { name: t('content-article:insert.vote') })
    .waitFor();
  await page.keyboard.press('Enter');
  const question = page.getByRole('textbox', { name: t('content-vote-edit:question') }).last();
  await question.fill(vote.title);
  for (const [n, { name }] of vote.options.slice(0, 2).entries())
    await page.getByRole('textbox', { name: t('content-vote-edit:option', { number: n + 1 }) }).fill(name);
  const create = { width: 400, height: 300, channels: 3, background: '#3b82f6' } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('content-vote-edit:addPicture', { number: 1 }) }).click();
  await (await chooser).setFiles({ name: 'mountain.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: t('content-vote-edit:removePicture', { number: 1 }) }).waitFor();
  await page.getByText(/草稿已保存/).waitFor();
  await looksRight(creator);
  // The draft has the vote.
  await page.reload();
  await expect.poll(() => question.inputValue()).toBe(vote.title);
  await page.getByRole('button', { name: t('content-preview:title') }).click();
  const preview = page.getByRole('dialog', { name: t('content-preview:title') });
  await preview.getByRole('radio', { name: '山' }).waitFor();
  expect(await preview.getByRole('button', { name: t('content-vote:submit'), exact: true }).count()).toBe(0);
  await looksRight(creator);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('content-compose:submit.publish'), exact: true })
    .click();
  await page.waitForURL('/p/*');
  await page.getByText(t('content-vote:preview')).waitFor();
  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, new URL(page.url()).pathname);
  await guest.page.getByRole('radio', { name: '山' }).waitFor();
  await looksRight(guest);
});
