import sharp from 'sharp';
import { expect, test } from 'vitest';
import { goodsForm, putOnSale } from '#ops/actors/people.ts';
import { goTo } from '../going.ts';
import { newCreator } from '../people.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });

/** A picture of one colour. */
async function pictureOf(hue: number, side = 320) {
  const [r, g, b] = [hue, 255 - hue, 128];
  const image = sharp({ create: { width: side, height: side, channels: 3, background: { r, g, b } } });
  return { name: `${hue}.png`, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

test('a creator adds, moves and removes pictures of a plan, and a fan looks through them', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const { page, t } = creator;
  await newCreator(creator, 'Photo Garden', 'photogarden');
  const plan = await putOnSale(creator, goodsForm('Postcards', { name: 'Spring', price: '12.00', stock: 5 }));
  const entries = page.locator('main nav [data-active]');
  await goTo(page, '/edit/shop?product_type=0');
  await expect.poll(() => entries.allTextContents()).toEqual([t('creator:nav.plans')]);
  await goTo(page, `/edit/shop?plan_id=${plan.plan_id}&product_type=1`);
  await expect.poll(() => entries.allTextContents()).toEqual([t('creator:nav.shop')]);
  const files = page.locator('input[type=file]').first();
  const shown = page.locator('main ol img');
  const sources = () => shown.evaluateAll((all) => all.map((one) => one.getAttribute('src')));

  await files.setInputFiles([await pictureOf(0), await pictureOf(100), await pictureOf(200)]);
  await expect.poll(() => shown.count()).toBe(3);
  const [first, second, third] = await sources();
  const mover = page.getByRole('button', {
    name: t('catalog-editor:pics.move', { at: 3, count: 3 }),
    exact: true,
  });
  await mover.press('ArrowLeft');
  await expect.poll(sources).toEqual([first, third, second]);
  // With the pointer: the first one to the last place.
  const last = await shown.nth(2).boundingBox();
  await page
    .getByRole('button', { name: t('catalog-editor:pics.move', { at: 1, count: 3 }), exact: true })
    .hover();
  await page.mouse.down();
  await page.mouse.move((last?.x ?? 0) + 20, (last?.y ?? 0) + 50, { steps: 4 });
  await page.mouse.up();
  await expect.poll(sources).toEqual([third, second, first]);
  await page.getByRole('button', { name: t('catalog-editor:pics.remove', { at: 2, count: 3 }) }).click();
  await expect.poll(sources).toEqual([third, first]);

  // Nine have room; the tenth does not.
  const more = await Promise.all([10, 20, 30, 40, 50, 60, 70, 80].map((hue) => pictureOf(hue)));
  await files.setInputFiles(more);
  await page.getByText(t('catalog-editor:pics.tooMany', { max: 9 })).waitFor();
  await expect.poll(() => shown.count()).toBe(9);
  await expect
    .poll(() => page.getByRole('button', { name: t('catalog-editor:pics.add') }).isDisabled())
    .toBe(true);
  await seen(creator, 'plan-pictures');

  await page.getByRole('button', { name: t('shell:action.save'), exact: true }).click();
  await page.waitForURL('/setting/shop');

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await goTo(fan.page, '/a/photogarden?tab=shop');
  await fan.page.getByRole('link', { name: 'Postcards' }).click();
  const gallery = fan.page.getByRole('region', { name: fan.t('shell:gallery.of', { name: 'Postcards' }) });
  await gallery.getByText('1 / 9').waitFor();
  await gallery.getByRole('button', { name: fan.t('shell:gallery.after') }).click();
  await gallery.getByText('2 / 9').waitFor();
  await gallery.getByRole('list').press('ArrowRight');
  await gallery.getByText('3 / 9').waitFor();
  // A swipe scrolls the list, which stops at a whole picture.
  await gallery.getByRole('list').evaluate((list) => list.scrollBy({ left: -list.clientWidth * 0.7 }));
  await gallery.getByText('2 / 9').waitFor();
  await seen(fan, 'gallery');
});
