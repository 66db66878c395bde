import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { goodsForm, putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { publishPost } from '#services/contract/content/posts.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

const TEXT = '夜里的雨，把春天写在窗上。';

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
  const order = () =>
    page
      .getByRole('listitem')
      .filter({ hasText: /^[春夏]$/ })
      .allInnerTexts();
  await page.getByRole('button', { name: `${t('content-albums:choose.down')} 春` }).click();
  await expect.poll(order).toEqual(['夏', '春']);
  // By its handle, as a finger does.
  const handle = (name: string) => page.getByRole('button', { name: new RegExp(`《${name}》`) });
  await expect.poll(() => handle('夏').isEnabled()).toBe(true);
  const [from, to] = [await handle('夏').boundingBox(), await handle('春').boundingBox()];
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(order).toEqual(['春', '夏']);
  await page.getByText(t('content-albums:mode.edit'), { exact: true }).click();
  await page.getByRole('checkbox', { name: '夏' }).check();
  await page.getByRole('button', { name: t('content-albums:choose.first') }).click();
  await page.getByText(t('content-albums:mode.sort'), { exact: true }).click();
  await expect.poll(order).toEqual(['夏', '春']);
  await handle('夏').press('ArrowDown');
  await expect.poll(order).toEqual(['春', '夏']);
  await handle('夏').press('ArrowUp');
  await expect.poll(order).toEqual(['夏', '春']);
  await looksRight(creator);
  const album_id = new URL(page.url()).searchParams.get('album_id') ?? '';
  await page.getByRole('button', { name: t('content-preview:title') }).click();
  const preview = page.getByRole('dialog', { name: t('content-preview:title') });
  await preview.getByText(t('content-preview:album.open', { open: 2, count: 2 })).waitFor();
  await seen(creator, 'album-preview');
  await preview.getByLabel(t('content-preview:at')).fill('2020-01-01 09:00');
  await preview.getByLabel(t('content-preview:at')).press('Enter');
  await preview.getByText(t('content-preview:album.hidden')).waitFor();
  await looksRight(creator);
  // The field says that a time has not come yet.
  await preview.getByLabel(t('content-preview:at')).fill('2090-01-01 09:00');
  await preview.getByText('不能晚于当前时间').waitFor();
  expect(await preview.getByRole('button', { name: t('shell:state.again') }).count()).toBe(0);
  await looksRight(creator);
  creator.troubles.splice(0);
  await page.keyboard.press('Escape');
  await expect.poll(() => preview.count()).toBe(0);

  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, '/@albums1/album');
  await guest.page.waitForURL('/a/albums1/album');
  await looksRight(guest);
  const sorts = guest.page.getByRole('link', { name: /^(Sort|Select)/ });
  expect(await sorts.count()).toBe(0);
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

test('a model opens an album: linked in the editor, bought from the album’s page, read there', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '书页', 'albums2');
  await call(creator, submitCertification, { url: 'https://example.com/shuye' });
  const sku = { name: '整本', price: '45.00', stock: 5 };
  const { plan_id } = await putOnSale(creator, goodsForm('诗集', sku));
  const { album } = await call(creator, editAlbum, { title: '四季诗' });
  const post = { content: TEXT, title: '春夜', audience: 'price', min_price: '900.00' } as const;
  await call(creator, publishPost, { ...post, album_ids: [album.album_id] });
  const { page: editor, t: ct } = creator;
  await goTo(editor, `/edit/shop?plan_id=${plan_id}`);
  await editor.getByRole('button', { name: ct('catalog-selling:sku.more') }).click();
  await editor.getByRole('button', { name: ct('catalog-editor:albums.add') }).click();
  await editor
    .getByRole('dialog')
    .getByRole('button', { name: /四季诗/ })
    .click();
  await editor.getByRole('link', { name: '四季诗' }).waitFor();
  await looksRight(creator);

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('小满'));
  const { page, t } = fan;
  await goTo(page, `/album/${album.album_id}`);
  await page.getByRole('link', { name: /诗集/ }).waitFor();
  await looksRight(fan);
  await page.getByRole('link', { name: '春夜' }).click();
  await page.getByText('解锁整个专辑 · ¥45.00').waitFor();
  await looksRight(fan);
  expect(await page.content()).not.toContain(TEXT);
  await page.getByRole('link', { name: new RegExp(`^${t('content:unlock.buy')}`) }).click();
  await page.waitForURL(`/item/${plan_id}*`);
  await page.getByText('专辑《四季诗》').first().waitFor();
  await page.getByRole('link', { name: t('orders-buying:item.buy') }).click();
  await placeOrder(fan);
  await pay(fan);
  const result = page.getByRole('region', { name: t('content-opened:title') });
  await result.getByRole('link', { name: '专辑《四季诗》' }).waitFor();
  await looksRight(fan);
  await page.getByRole('link', { name: t('content:page.backTo') }).click();
  await page.waitForURL(`/album/${album.album_id}/*`);
  await page.getByText(TEXT).waitFor();
  await goTo(page, `/album/${album.album_id}`);
  await page.getByText(t('content-albums:how.bought')).waitFor();
  await goTo(page, '/dashboard/purchased');
  await page.getByRole('link', { name: '专辑《四季诗》' }).waitFor();
  await looksRight(fan);
});
