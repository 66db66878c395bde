import { beforeEach, describe, expect, test } from 'vitest';
import { FILM, NO_FFMPEG, publishFilm } from '../../films.ts';
import { findFfmpeg } from '../../on-path.ts';
import { keptPictureOf } from '../../seen.ts';
import { onEngine } from '../engine-stage.ts';
import { ENGINES } from '../engines.ts';

/** What the video of the page does. Runs inside the page. */
const state = () => {
  const one = document.querySelector('video');
  return (
    one && {
      at: one.currentTime,
      lines: one.videoHeight,
      seconds: one.duration,
      blob: one.src.startsWith('blob:'),
    }
  );
};
const press = () => {
  const one = document.querySelector('video');
  if (one === null) return;
  // A page that was not pressed may play only what is silent.
  one.muted = true;
  void one.play();
};

describe.each(ENGINES)('in %s', (name) => {
  const stage = onEngine(name, { films: true });
  beforeEach(({ skip }) => skip(findFfmpeg() === undefined, NO_FFMPEG));

  test('a film is played', async () => {
    const post_id = await publishFilm(stage.base(), `film${name}`);
    const tab = await stage.tab();
    await tab.go(`/p/${post_id}`);
    await tab.seesElement('article video');
    await tab.run(press, undefined);
    const now = () => tab.run(state, undefined);
    await expect.poll(async () => (await now())?.at ?? 0, { timeout: 60_000 }).toBeGreaterThan(2);
    await keptPictureOf(tab.picture, `${name}-film`);
    // By hls.js.
    expect(await now()).toMatchObject({ blob: true });
    expect((await now())?.seconds).toBeCloseTo(FILM.seconds, 0);
  });
});
