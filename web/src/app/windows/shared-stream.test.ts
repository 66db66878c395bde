import { beforeEach, expect, test, vi } from 'vitest';
import { sharedStream } from './shared-stream.ts';

/** The streams that windows opened. */
let streams: FakeSource[] = [];
class FakeSource extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: () => void = () => undefined;
  constructor() {
    super();
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

function windowOf() {
  const onMissed = vi.fn();
  const stream = sharedStream('/live', 'ming', { onMissed, onMessage: () => undefined });
  return { onMissed, close: stream.close };
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
