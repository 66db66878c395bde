import { beforeEach, expect, test, vi } from 'vitest';
import type { ShownFile } from '#services/contract/media/media.ts';
import { Player, type Track } from './player.ts';
import { keepPosition, keptPosition } from './positions.ts';

/** What the player uses of an audio element; the test lets time pass. */
class FakeAudio extends EventTarget {
  src = '';
  preload = '';
  currentTime = 0;
  playbackRate = 1;
  duration = 600;
  error: object | null = null;
  paused = true;
  loadedTo = 600;
  buffered = { length: 1, end: () => this.loadedTo };
  play = async () => {
    this.paused = false;
    this.dispatchEvent(new Event('playing'));
  };
  pause = () => {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  };
  removeAttribute = () => {
    this.src = '';
  };
  moveTo(seconds: number) {
    this.currentTime = seconds;
    this.dispatchEvent(new Event('timeupdate'));
  }
  fail() {
    this.error = {};
    this.dispatchEvent(new Event('error'));
  }
}

const NOW = 1_000_000;
const addressUntil = (end: number) => `/media/f1/original?e=${end}`;
let made: FakeAudio[];
let player: Player;
let renewed: (string | undefined)[];

const settled = () => new Promise((resolve) => setImmediate(resolve));
const last = () => made.at(-1)!;
const trackOf = (file_id: string, end = NOW + 100): Track => ({
  file: { file_id, name: `${file_id}.mp3`, seconds: 600, url: addressUntil(end) },
  post_id: 'p1',
  title: '',
  renew: async (id) => {
    const url = renewed.shift();
    return url === undefined ? undefined : ({ file_id: id, name: '', seconds: 600, url } as ShownFile);
  },
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  made = [];
  renewed = [];
  player = new Player(() => {
    const element = new FakeAudio();
    made.push(element);
    return element as unknown as HTMLAudioElement;
  });
});

test('a track plays, pauses and goes on; another one takes its place', () => {
  const [one, two] = [trackOf('f1'), trackOf('f2')];
  player.toggle(one);
  expect(player.snapshot()).toMatchObject({ track: one, phase: 'playing' });
  player.toggle(one);
  expect(player.snapshot().phase).toBe('paused');
  player.toggle(one);
  expect(made).toHaveLength(1);
  player.toggle(two);
  expect(made.map(({ paused }) => paused)).toEqual([true, false]);
  expect(player.snapshot()).toMatchObject({ track: two, phase: 'playing', position: 0 });
  player.close();
  expect(player.snapshot()).toMatchObject({ track: undefined, phase: 'paused' });
});

test('the place is kept when it is left, and speed stays for the next track', () => {
  player.toggle(trackOf('f1'));
  player.setSpeed(1.5);
  last().moveTo(100);
  player.toggle(trackOf('f2'));
  expect(last().playbackRate).toBe(1.5);
  expect(keptPosition('f1')).toBe(100);
  player.toggle(trackOf('f1'));
  expect(last().currentTime).toBe(100);
});

test('near the beginning and the end no place is kept; fifty files at most', () => {
  for (const seconds of [9, 595]) {
    keepPosition('f1', 100, 600);
    keepPosition('f1', seconds, 600);
    expect(keptPosition('f1')).toBe(0);
  }
  for (let n = 1; n <= 51; n += 1) keepPosition(`g${n}`, 60, 600);
  expect([keptPosition('g1'), keptPosition('g2'), keptPosition('g51')]).toEqual([0, 60, 60]);
});

test('an address that ends while little is loaded is renewed without a stop', async () => {
  player.toggle(trackOf('f1', NOW + 10));
  vi.setSystemTime((NOW + 20) * 1000);
  last().loadedTo = 400;
  last().moveTo(100);
  expect(made).toHaveLength(1);
  renewed = [addressUntil(NOW + 140)];
  last().loadedTo = 110;
  last().moveTo(101);
  await settled();
  expect(made).toHaveLength(2);
  expect(last()).toMatchObject({ src: addressUntil(NOW + 140), currentTime: 101, paused: false });
  expect(made[0]!.paused).toBe(true);
  expect(player.snapshot().phase).toBe('playing');
});

test('moving with an ended address renews it first', async () => {
  player.toggle(trackOf('f1', NOW + 10));
  vi.setSystemTime((NOW + 20) * 1000);
  renewed = [addressUntil(NOW + 140)];
  player.seek(500);
  await settled();
  expect(last()).toMatchObject({ src: addressUntil(NOW + 140), paused: false });
  expect(made).toHaveLength(2);
});

test('a failure goes on where it was; without the right it stops and says so', async () => {
  player.toggle(trackOf('f1'));
  last().moveTo(200);
  renewed = [addressUntil(NOW + 140)];
  last().fail();
  await settled();
  expect(last()).toMatchObject({ currentTime: 200, paused: false });
  last().fail();
  await settled();
  expect(player.snapshot().phase).toBe('failed');
  expect(made).toHaveLength(2);
});

test('a file that always fails is not asked for without end', async () => {
  renewed = Array.from({ length: 10 }, (_, n) => addressUntil(NOW + 140 + n));
  player.toggle(trackOf('f1'));
  for (let n = 0; n < 6; n += 1) {
    last().fail();
    await settled();
  }
  expect(made).toHaveLength(4);
  expect(player.snapshot().phase).toBe('failed');
});
