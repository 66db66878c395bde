import { beforeEach, expect, test, vi } from 'vitest';
import { type BegunUpload, begunUploads } from './begun-uploads.ts';

const AN_HOUR_S = 3_600;
const file = (name: string, lastModified = 7): File => new File(['abc'], name, { lastModified });
const upload = (file_id: string, name: string): BegunUpload => ({
  file_id,
  kind: 'video',
  name,
  bytes: 3,
  modified: 7,
  sent: 1,
  expires_at: Math.floor(Date.now() / 1000) + AN_HOUR_S,
});

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

/** As a page before this one has left it. */
const left = (owner: string, ...list: unknown[]) =>
  localStorage.setItem(`uploads ${owner}`, JSON.stringify(list));

test('the same file is found again by its name, size and time, for the same owner', () => {
  left('u1', upload('f1', 'a.mp4'));
  const { of, forget, interrupted } = begunUploads('u1');
  expect(of('video', file('a.mp4'))?.file_id).toBe('f1');
  expect(interrupted()).toHaveLength(1);
  expect(interrupted()).toBe(interrupted());
  for (const other of [file('b.mp4'), file('a.mp4', 8), new File(['abcd'], 'a.mp4', { lastModified: 7 })])
    expect(of('video', other)).toBeUndefined();
  expect(of('audio', file('a.mp4'))).toBeUndefined();
  expect(begunUploads('u2').of('video', file('a.mp4'))).toBeUndefined();
  forget('f1');
  expect([of('video', file('a.mp4')), interrupted(), localStorage.getItem('uploads u1')]).toEqual([
    undefined,
    [],
    null,
  ]);
});

test('an upload that goes on here is not offered any more', () => {
  left('u1', upload('f2', 'a.mp4'), upload('f3', 'b.mp4'));
  const { keep, of, interrupted } = begunUploads('u1');
  keep({ ...upload('f2', 'a.mp4'), sent: 2 });
  expect(interrupted().map(({ file_id }) => file_id)).toEqual(['f3']);
  expect(of('video', file('a.mp4'))?.sent).toBe(2);
});

test('at most ten are kept; expired ones and foreign values are left out', () => {
  const { keep, interrupted } = begunUploads('u1');
  for (let at = 0; at < 12; at += 1) keep(upload(`g${at}`, 'a.mp4'));
  const kept: BegunUpload[] = JSON.parse(localStorage.getItem('uploads u1') ?? '');
  expect(kept.map(({ file_id }) => file_id)).toEqual(Array.from({ length: 10 }, (_, at) => `g${11 - at}`));
  const expired = { ...upload('f4', 'a.mp4'), expires_at: 1 };
  for (const stored of ['{', '{}', '[null,1,{"file_id":"x"}]', JSON.stringify([expired])]) {
    localStorage.setItem('uploads u1', stored);
    expect(interrupted()).toEqual([]);
  }
});
