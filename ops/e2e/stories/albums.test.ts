import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

test('a creator makes an album, orders its posts, and a visitor reads from one to the next', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '林间', 'albums1');
  // Approved automatically in the sandbox.
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  for (const content of ['春', '夏', '秋'])
    await call(creator, publishPost, {
      content,
      preview_text: `${content}的预告`,
      audience: content === '秋' ? 'self' : 'all',
    });
  const { page, t } = creator;
  await goTo(page, '/edit/album');
  await page.getByLabel(t('content-albums:field.title')).fill('四季');
  await page.getByRole('combobox', { name: t('content-albums:who.label') }).click();
  await page.getByRole('option', { name: '咖啡' }).click();
  await page.keyboard.press('Escape');
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-albums:create') }).click();
  await page.waitForURL('/edit/album?album_id=*');
  await page.getByRole('button', { name: t('content-albums:choose.add') }).click();
  for (const title of ['春', '夏']) await page.getByRole('checkbox', { name: title }).check();
  await page.getByRole('button', { name: '添加 2 篇' }).click();
  await page.getByRole('button', { name: `${t('content-albums:choose.down')} 春` }).click();
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: /^[春夏]$/ })
        .allInnerTexts(),
    )
    .toEqual(['夏', '春']);
  await looksRight(creator);
  const album_id = new URL(page.url()).searchParams.get('album_id') ?? '';

  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, '/@albums1/album');
  await guest.page.waitForURL('/a/albums1/album');
  await looksRight(guest);
  await guest.page.getByRole('link', { name: '四季' }).click();
  await guest.page.waitForURL(`/album/${album_id}`);
  await guest.page.getByText('2 posts').first().waitFor();
  await looksRight(guest);
  await guest.page.getByRole('link', { name: '夏' }).click();
  await guest.page.getByText('1 of 2').first().waitFor();
  await looksRight(guest);
  await guest.page.getByRole('link', { name: /^Next/ }).click();
  await guest.page.getByText('2 of 2').first().waitFor();
  await goTo(guest.page, `/album/${album_id}`);
  await guest.page.getByRole('link', { name: 'Continue reading' }).click();
  await guest.page.getByText('2 of 2').first().waitFor();
});
