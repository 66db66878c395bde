import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { POST_STATUS } from '#events/status.ts';
import { call } from '#ops/actors/client.ts';
import { putOnSale, somebody } from '#ops/actors/people.ts';
import { drawnVideo } from '#ops/demo/posts/recordings.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';
import { pay, placeOrder } from '../buying.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'forward' });

const SECONDS = 20;
const CAPTIONS =
  'WEBVTT\n\nSTYLE\n::cue { color: red }\n\n00:00.000 --> 00:10.000 line:0\n<b>清晨</b> &amp; <i>林子</i>\n';
/** Of the file, in one answer. */
const PIECES = 10;

/** What the video of the page does. */
const video = (page: Page) => page.getByRole('article').locator('video');
const placeOf = (page: Page) =>
  video(page).evaluate((one) => (one instanceof HTMLVideoElement ? one.currentTime : 0));
/** The texts of the captions, as the browser read them. */
const captionsOf = (page: Page) =>
  video(page).evaluate((one) =>
    one instanceof HTMLVideoElement
      ? [...one.textTracks].flatMap(({ cues }) => [...(cues ?? [])].map((cue) => (cue as VTTCue).text)) // of WebVTT
      : [],
  );
const act = (page: Page, what: 'play' | 'pause') =>
  video(page).evaluate(async (one, name) => {
    if (one instanceof HTMLVideoElement) await one[name]();
  }, what);

test('a video that was paused for three minutes goes on at its place', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '林间', 'videopause');
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  const { page, t } = creator;
  const { bytes } = await drawnVideo(7, 'hills', { hue: 140, spread: 40 }, SECONDS);
  await goTo(page, '/compose');
  await page.getByRole('textbox', { name: t('content-compose:field.content') }).fill('清晨的林子。');
  const choose = async (button: string, name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button, exact: true }).click();
    await (await chooser).setFiles({ name, mimeType, buffer });
  };
  await choose(t('content-compose:files.videoAdd'), '林子.webm', 'video/webm', bytes);
  // Offered once the video has arrived.
  await choose(t('content-compose:files.captionsAdd'), '字幕.vtt', 'text/vtt', Buffer.from(CAPTIONS));
  await page.getByRole('button', { name: t('media:upload.remove', { name: '字幕.vtt' }) }).waitFor();
  await looksRight(creator);
  // The poster may still be on its way.
  await expect
    .poll(async () => {
      // On the way to the page of the post the header has a button of this name, too.
      const form = page.getByRole('main');
      const publish = form.getByRole('button', { name: t('content-compose:submit.publish'), exact: true });
      if (await publish.isVisible()) await publish.click({ timeout: 5_000 }).catch(() => undefined);
      return new URL(page.url()).pathname;
    })
    .toMatch(/^\/p\//);
  await expect.poll(() => video(page).count(), { timeout: 60_000 }).toBe(1);
  // However often the button was pressed on the way to this page.
  expect((await call(creator, listOwnPosts, { status: POST_STATUS.normal })).list).toHaveLength(1);

  // Answers are short, and those in the middle of the file wait: the video stops for want of bytes.
  const piece = Math.ceil(bytes.length / PIECES);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const statuses: number[] = [];
  await page.route('**/media/*/original?*', async (route) => {
    const headers = route.request().headers();
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    // The index at the end is read before the first picture.
    if (from >= 3 * piece && from < bytes.length - piece) await held;
    const range = `bytes=${from}-${from + piece - 1}`;
    const response = await route.fetch({ headers: { ...headers, range } });
    statuses.push(response.status());
    await route.fulfill({ response });
  });
  await act(page, 'play');
  await expect.poll(() => placeOf(page)).toBeGreaterThan(0.5);
  await expect.poll(() => captionsOf(page)).toEqual(['清晨 &amp; 林子']);
  await act(page, 'pause');
  const place = await placeOf(page);
  await call(creator, sandboxClock, { advance_seconds: 180 });
  release();
  await act(page, 'play').catch(() => undefined);
  await expect.poll(() => statuses.includes(403)).toBe(true);
  await expect.poll(() => placeOf(page)).toBeGreaterThan(place + 2);
  expect(await page.getByText(t('media:video.failed')).count()).toBe(0);
  creator.troubles.splice(0);
  await looksRight(creator);
});

test('a large picture that the server refuses by now gets another address; readers open its original', async () => {
  const creator = await stage.visitor({ language: 'zh-CN' });
  await newCreator(creator, '林间', 'largepic');
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  await putOnSale(creator, { name: '咖啡', product_type: 0, price: '30.00' });
  const { page, t } = creator;
  const picture = { create: { width: 1_900, height: 1_200, channels: 3, background: '#946ce6' } } as const;
  const buffer = await sharp(picture).png().toBuffer();
  await goTo(page, '/compose');
  await page.getByRole('textbox', { name: t('content-compose:field.content') }).fill('一张大图。');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('media:picture.add'), exact: true }).click();
  await (await chooser).setFiles({ name: 'large.png', mimeType: 'image/png', buffer });
  await page.getByText(t('media:picture.count', { count: 1, max: 9 })).waitFor();
  await page.getByRole('combobox', { name: t('content-compose:who.label') }).click();
  await page.getByRole('option', { name: t('content-compose:who.members') }).click();
  await page.getByRole('switch', { name: t('content-compose:files.original') }).click();
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true }).click();
  await page.waitForURL('/p/*');
  const path = new URL(page.url()).pathname;

  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  await signedUp(fan, somebody('小满'));
  await goTo(fan.page, path);
  await fan.page.getByRole('link', { name: `${fan.t('content:unlock.join')} 咖啡` }).click();
  await placeOrder(fan);
  await pay(fan);
  await fan.page.getByRole('link', { name: fan.t('content:page.backTo') }).click();
  const tile = fan.page.getByRole('button', { name: fan.t('media:picture.alt', { at: 1, count: 1 }) });
  await tile.waitFor({ timeout: 60_000 });
  await call(creator, sandboxClock, { advance_seconds: 180 });
  await tile.click();
  const lightbox = fan.page.getByRole('dialog', { name: fan.t('media:lightbox.name') });
  const widthOf = () =>
    lightbox
      .locator('img')
      .first()
      .evaluate((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0));
  await expect.poll(widthOf).toBe(1_440);
  await looksRight(fan);
  await lightbox.getByRole('button', { name: /^查看原图/ }).click();
  await expect.poll(widthOf).toBe(1_900);
  expect(await lightbox.getByRole('button', { name: /^查看原图/ }).count()).toBe(0);
  // The addresses that ended were refused.
  fan.troubles.splice(0);
});
