import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';
import { FILM, NO_FFMPEG, publishFilm } from '../films.ts';
import { goTo } from '../going.ts';
import { findFfmpeg } from '../on-path.ts';
import { looksRight } from '../page-checks.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'throwaway', films: true });
beforeEach(({ skip }) => skip(findFfmpeg() === undefined, NO_FFMPEG));

const video = (page: Page) => page.getByRole('article').locator('video');
const stateOf = (page: Page) =>
  video(page).evaluate((one) =>
    one instanceof HTMLVideoElement
      ? { at: one.currentTime, lines: one.videoHeight, seconds: one.duration, src: one.src }
      : undefined,
  );
const placeOf = async (page: Page) => (await stateOf(page))?.at ?? 0;
const act = (page: Page, what: 'play' | 'pause') =>
  video(page).evaluate(async (one, name) => {
    // The sizes take the place of the file that was about to be loaded.
    if (one instanceof HTMLVideoElement) await Promise.resolve(one[name]()).catch(() => undefined);
  }, what);

test('a film is played in the size of the window, and goes on after a pause and at another place', async () => {
  const post_id = await publishFilm(stage.base(), 'films');
  const fan = await stage.visitor({ language: 'zh-CN', width: 390 });
  const { page, t } = fan;
  /** What of the film was loaded: `hls`, `hls480`, `film480`, … */
  const parts: string[] = [];
  page.on('request', (request) => {
    const [, part] =
      /^\/media\/[^/]+\/((?:hls|film|original)\w*)$/.exec(new URL(request.url()).pathname) ?? [];
    if (part !== undefined) parts.push(part);
  });
  await goTo(page, `/p/${post_id}`);
  await video(page).waitFor();
  await looksRight(fan);
  // Nothing is loaded before it is started.
  expect(parts).toEqual([]);

  await act(page, 'play');
  await expect.poll(() => placeOf(page)).toBeGreaterThan(1);
  // A phone gets the smallest size, by hls.js; the first pictures can be of another one.
  await expect.poll(() => stateOf(page)).toMatchObject({ lines: 480, src: expect.stringMatching(/^blob:/) });
  expect((await stateOf(page))?.seconds).toBeCloseTo(FILM.seconds, 0);
  expect([...new Set(parts)].filter((part) => part !== 'original').sort()).toEqual(
    expect.arrayContaining(['film480', 'hls', 'hls480']),
  );
  await looksRight(fan);

  // Its addresses end during the pause.
  await act(page, 'pause');
  await call(fan, sandboxClock, { advance_seconds: 180 });
  const late = FILM.seconds - 4;
  await video(page).evaluate((one, at) => {
    if (one instanceof HTMLVideoElement) one.currentTime = at;
  }, late);
  await act(page, 'play');
  await expect.poll(() => placeOf(page)).toBeGreaterThan(late + 1);
  expect((await stateOf(page))?.src).toMatch(/^blob:/);
  expect(await page.getByText(t('media:video.failed')).count()).toBe(0);

  const desk = await stage.visitor({ language: 'en-US', theme: 'dark' });
  await goTo(desk.page, `/p/${post_id}`);
  await act(desk.page, 'play');
  await expect.poll(() => placeOf(desk.page)).toBeGreaterThan(1);
  await looksRight(desk);
});
