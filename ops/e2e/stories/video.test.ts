import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { drawnVideo } from '#ops/demo/posts/recordings.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator } from '../people.ts';
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
      const publish = page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true });
      if (await publish.isVisible()) await publish.click({ timeout: 5_000 }).catch(() => undefined);
      return new URL(page.url()).pathname;
    })
    .toMatch(/^\/p\//);
  await expect.poll(() => video(page).count(), { timeout: 60_000 }).toBe(1);

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
