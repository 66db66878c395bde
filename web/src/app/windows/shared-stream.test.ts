import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sharedStream } from './shared-stream.ts';

/** The streams that windows opened. */
let streams: FakeSource[] = [];
class FakeSource extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    streams.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  opens(): void {
    this.readyState = FakeSource.OPEN;
    this.onopen();
  }
}
const page = Object.assign(new EventTarget(), { hidden: false });
function show(isShown: boolean): void {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  streams = [];
  page.hidden = false;
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('document', page);
  // No locks: the window has a stream of its own.
  vi.stubGlobal('navigator', {});
  return () => vi.unstubAllGlobals();
});

function windowOf(since = performance.now()) {
  const [onMissed, onMessage] = [vi.fn(), vi.fn()];
  const stream = sharedStream({ path: '/live', query: {}, owner: 'ming', since, onMissed, onMessage });
  return { onMissed, onMessage, close: stream.close };
}

test('a window that is shown reads nothing again at its first connection, and everything after a break', () => {
  const { onMissed, close } = windowOf();
  streams[0]?.opens();
  expect(onMissed).not.toHaveBeenCalled();
  streams[0]?.opens();
  expect(onMissed).toHaveBeenCalledOnce();
  close();
});

test('a window whose first connection took long reads everything again', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { onMissed, close } = windowOf();
  clock.mockReturnValue(1_500);
  streams[0]?.opens();
  expect(onMissed).toHaveBeenCalledOnce();
  clock.mockRestore();
  close();
});

test('a window that was opened in the background reads everything again when it is shown', () => {
  page.hidden = true;
  const { onMissed, close } = windowOf();
  expect(streams).toHaveLength(0);
  show(true);
  streams[0]?.opens();
  expect(onMissed).toHaveBeenCalledOnce();
  show(false);
  expect(streams[0]?.readyState).toBe(FakeSource.CLOSED);
  show(true);
  streams[1]?.opens();
  expect(onMissed).toHaveBeenCalledTimes(2);
  close();
});

test('the first connection requests what changed since the data; no later one does', () => {
  const { close } = windowOf(performance.now() - 700);
  const age = Number(new URL(streams[0]?.url ?? '', 'http://site').searchParams.get('age'));
  expect(age).toBeGreaterThan(2_600);
  expect(age).toBeLessThan(5_000);
  streams[0]?.opens();
  show(false);
  show(true);
  expect(streams[1]?.url).toBe('/live');
  close();
});

test('a window whose data is too old for the server reads everything again', () => {
  const { onMissed, close } = windowOf(performance.now() - 60_000);
  expect(streams[0]?.url).toBe('/live');
  streams[0]?.opens();
  expect(onMissed).toHaveBeenCalledOnce();
  close();
});

describe('a second window', () => {
  beforeEach(() => {
    const waiting: (() => void)[] = [];
    let isHeld = false;
    vi.stubGlobal('navigator', {
      locks: {
        request: (_name: string, _options: object, hold: () => Promise<void>) =>
          new Promise<void>((resolve) => {
            if (isHeld) waiting.push(() => void hold().then(resolve));
            else void hold().then(resolve);
            isHeld = true;
          }),
      },
    });
  });
  /** Channels answer later. */
  const answered = () => new Promise((resolve) => setTimeout(resolve, 50));

  test('that joins after a change of its data reads it again', async () => {
    const first = windowOf();
    streams[0]?.opens();
    streams[0]?.onmessage({ data: 'changed' });
    expect(first.onMessage).toHaveBeenCalledOnce();
    const second = windowOf(performance.now() - 200);
    await answered();
    expect(streams).toHaveLength(1);
    expect(second.onMissed).toHaveBeenCalledOnce();
    expect(first.onMissed).not.toHaveBeenCalled();
    for (const window of [first, second]) window.close();
  });

  test('that joins after a quiet time reads nothing again', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const first = windowOf();
    streams[0]?.opens();
    clock.mockReturnValue(10_000);
    const second = windowOf(9_500);
    await answered();
    expect(second.onMissed).not.toHaveBeenCalled();
    streams[0]?.onmessage({ data: 'changed' });
    await answered();
    expect(second.onMessage).toHaveBeenCalledExactlyOnceWith('changed');
    clock.mockRestore();
    for (const window of [first, second]) window.close();
  });
});
