import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { goodsForm, putOnSale } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('post, album, product and page of a creator are shared: sites, code, link, picture', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '山海', 'share1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/shanhai' });
  const { post } = await call(creator, publishPost, { type: 1, title: '山里的海', content: '第一篇' });
  const { plan_id } = await putOnSale(
    creator,
    goodsForm('明信片', { name: '一套', price: '12.00', stock: '5' }),
  );
  const { album } = await call(creator, editAlbum, { title: '四季', content: '写在窗上', status: 1 });

  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  const { page, t } = guest;
  const sheet = page.getByRole('dialog', { name: t('relations-share:title') });
  const opened = async (path: string, title: string) => {
    await goTo(page, path);
    await page.getByRole('button', { name: t('relations-share:of', { title }) }).click();
    await sheet.waitFor();
    const link = sheet.getByRole('link', { name: t('relations-share:to.weibo') });
    return new URL((await link.getAttribute('href')) ?? '').searchParams.get('url');
  };
  const origin = new URL(stage.base()).origin;
  for (const [path, title] of [
    [`/album/${album.album_id}`, '四季'],
    [`/item/${plan_id}`, '明信片'],
    ['/a/share1', '山海'],
    [`/p/${post.post_id}`, '山里的海'],
  ] as const)
    expect(await opened(path, title)).toBe(`${origin}${path}`);

  await sheet.getByRole('button', { name: t('relations-share:to.wechat') }).click();
  await sheet.getByText(t('relations-share:scan')).waitFor();
  await looksRight(guest);
  const saving = page.waitForEvent('download');
  await sheet.getByRole('button', { name: t('relations-share:to.picture') }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.png$/);

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await sheet.getByRole('button', { name: t('relations-share:to.link') }).click();
  const address = sheet.getByLabel(t('shell:action.notCopied'));
  expect(await address.inputValue()).toBe(`${origin}/p/${post.post_id}`);
  await looksRight(guest);
});
