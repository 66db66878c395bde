import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { setCanCopyPic } from '#services/contract/catalog/page-settings.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { flac } from '#services/modules/media/testing/films.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });

/** Of 4,096 samples at 44.1 kHz: half a minute. */
const HALF_A_MINUTE = 323;
const COLOURS = ['#946ce6', '#e6946c', '#6ce694'];

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture with a light and a dark part. */
async function drawing(color: string, at: number): Promise<Chosen> {
  const size = { width: 900, height: 600 };
  const light = { create: { width: 300, height: 300, channels: 3, background: '#fff6d8' } } as const;
  const buffer = await sharp({ create: { ...size, channels: 3, background: color } })
    .composite([{ input: await sharp(light).png().toBuffer(), left: 100 + at * 150, top: 120 }])
    .png()
    .toBuffer();
  return { name: `drawing-${at + 1}.png`, mimeType: 'image/png', buffer };
}
const drawings = () => Promise.all(COLOURS.map(drawing));

/** A certified creator with a membership. */
async function openPage(creator: Visitor, url_slug: string): Promise<void> {
  await newCreator(creator, '林间', url_slug);
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
}

async function choose(page: Page, button: string, files: Chosen | Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(files);
}

/** How many pictures of the post are drawn. */
const drawn = (page: Page) =>
  page
    .getByRole('article')
    .locator('button img')
    .evaluateAll(
      (pictures) => pictures.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
    );

test('members see the pictures and hear the sound of a post; others see how many there are', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await openPage(creator, 'files1');
  const { page, t } = creator;
  await goTo(page, '/compose');
  await page.getByRole('textbox', { name: t('content-compose:field.content') }).fill('三张草图，一段旁白。');
  await choose(page, t('media:picture.add'), {
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('a'),
  });
  await page.getByText('请选择图片类型文件').waitFor();
  await choose(page, t('media:picture.add'), await drawings());
  await page.getByText(t('media:picture.count', { count: 3, max: 9 })).waitFor();
  await choose(page, t('content-compose:files.audioAdd'), {
    name: '旁白.flac',
    mimeType: 'audio/flac',
    buffer: flac(HALF_A_MINUTE),
  });
  await page.getByText('旁白.flac').waitFor();
  // The last one becomes the first, by the keys of its handle.
  const handle = page.getByRole('button', { name: t('media:picture.move', { at: 3, count: 3 }) });
  await handle.press('ArrowLeft');
  await page.getByRole('button', { name: t('media:picture.before', { at: 2 }) }).click();
  await page.getByRole('combobox', { name: t('content-compose:who.label') }).click();
  await page.getByRole('option', { name: t('content-compose:who.members') }).click();
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true }).click();
  await page.waitForURL('/p/*');
  await expect.poll(() => drawn(page), { timeout: 60_000 }).toBe(3);
  await looksRight(creator);
  const path = new URL(page.url()).pathname;

  // Its editor draws the pictures only: the address of a sound is none.
  await goTo(page, `/compose?post_id=${path.replace('/p/', '')}`);
  await page.getByText('旁白.flac').waitFor();
  const broken = () =>
    page
      .locator('main img')
      .evaluateAll(
        (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth === 0).length,
      );
  await expect.poll(broken).toBe(0);
  expect(await page.locator('main img').count()).toBe(3);

  const guest = await stage.visitor({ language: 'en-US', width: 390 });
  await goTo(guest.page, path);
  await guest.page.getByText('3 pictures, 1 audio file').waitFor();
  expect(await guest.page.content()).not.toContain('/media/');
  await looksRight(guest);

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('小满'));
  await goTo(fan.page, path);
  const other = await fan.context.newPage();
  await other.goto(fan.page.url());
  await other.getByText('3 张图片、1 段音频').waitFor();
  await fan.page.getByRole('link', { name: `${t('content:unlock.join')} 咖啡` }).click();
  const out_trade_no = await placeOrder(fan);
  await pay(fan);
  // On the page that was open already.
  await expect.poll(() => drawn(other)).toBe(3);
  await fan.page.getByRole('link', { name: t('content:page.backTo') }).click();
  await expect.poll(() => drawn(fan.page)).toBe(3);
  await looksRight(fan);

  await fan.page.getByRole('button', { name: t('media:picture.alt', { at: 1, count: 3 }) }).click();
  const lightbox = fan.page.getByRole('dialog', { name: t('media:lightbox.name') });
  await lightbox.getByText('1 / 3').waitFor();
  await fan.page.keyboard.press('ArrowRight');
  await lightbox.getByText('2 / 3').waitFor();
  await looksRight(fan);
  await fan.page.keyboard.press('Escape');
  await lightbox.waitFor({ state: 'detached' });

  await fan.page.getByRole('button', { name: t('media:audio.play', { name: '旁白' }) }).click();
  const pause = fan.page.getByRole('button', { name: t('media:audio.pause', { name: '旁白' }) });
  await pause.waitFor();
  await expect
    .poll(() => fan.page.getByRole('slider', { name: t('media:audio.place') }).getAttribute('aria-valuetext'))
    .toMatch(/^0:0[1-9]/);
  await fan.page.getByRole('link', { name: '林间', exact: true }).first().click();
  await fan.page.waitForURL(/\/[ua]\//);
  const player = fan.page.getByRole('region', { name: t('media:audio.mini') });
  await player.waitFor();
  await looksRight(fan);
  await player.getByRole('button', { name: t('media:audio.close') }).click();
  await player.waitFor({ state: 'detached' });

  await call(creator, refundOrder, { out_trade_no, amount: '30.00' });
  await other.getByText('3 张图片、1 段音频').waitFor();
  expect(await drawn(other)).toBe(0);
});

test('nothing is published while a file is on its way; a failed one is named, and tried again', async () => {
  const creator = await stage.visitor({ language: 'zh-CN', width: 390 });
  await openPage(creator, 'files2');
  const { page, t } = creator;
  const [first, second] = await drawings();
  await goTo(page, '/compose');
  await page.getByRole('textbox', { name: t('content-compose:field.content') }).fill('慢慢传');
  const publish = page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/media/put/**', async (route) => {
    await held;
    await route.continue();
  });
  await choose(page, t('media:picture.add'), first as Chosen);
  await page.getByText('drawing-1.png').waitFor();
  await publish.click();
  await page.getByText('请等待图片上传完成').waitFor();
  await looksRight(creator);
  await page.getByRole('link', { name: t('creator:nav.plans') }).click();
  await page.getByText('确认放弃已有的图片吗').waitFor();
  await page.getByRole('button', { name: t('content-compose:leave.stay') }).click();
  release();
  await page.getByText(t('media:picture.count', { count: 1, max: 9 })).waitFor();

  await page.unroute('**/media/put/**');
  await page.route('**/media/put/**', (route) => route.abort());
  await choose(page, t('media:picture.add'), second as Chosen);
  await page.getByText(/^drawing-2\.png 上传失败/).waitFor();
  await publish.click();
  await page.getByText(t('media:upload.wait.failed')).waitFor();
  await looksRight(creator);
  await page.unroute('**/media/put/**');
  creator.troubles.splice(0);
  await page.getByRole('button', { name: t('media:upload.retry') }).click();
  await page.getByText(t('media:picture.count', { count: 2, max: 9 })).waitFor();
  await publish.click();
  await page.waitForURL('/p/*');
  await expect.poll(() => drawn(page), { timeout: 60_000 }).toBe(2);

  await call(creator, setCanCopyPic, { status: false });
  const guest = await stage.visitor({ language: 'zh-CN', width: 390 });
  await goTo(guest.page, new URL(page.url()).pathname);
  await expect.poll(() => drawn(guest.page)).toBe(2);
  const box = await guest.page.getByRole('article').locator('button img').first().boundingBox();
  await guest.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await guest.page.mouse.down();
  await guest.page.getByText(t('catalog-creators:copy.title')).waitFor();
  await guest.page.mouse.up();
});
