import { expect, test, vi } from 'vitest';
import { cameraStream } from './camera-stream.ts';

/** A camera that the person allows, or blocks, later. */
function delayedCamera() {
  const requests: PromiseWithResolvers<MediaStream>[] = [];
  const view = cameraStream(() => {
    const request = Promise.withResolvers<MediaStream>();
    requests.push(request);
    return request.promise;
  });
  return { view, requests };
}

function newStream() {
  const stop = vi.fn();
  // Only what the view uses.
  return { stop, stream: { getTracks: () => [{ stop }] } as unknown as MediaStream };
}

test('a stream that comes after the view has closed is turned off', async () => {
  const { view, requests } = delayedCamera();
  const opened = view.open();
  view.close();
  const { stop, stream } = newStream();
  requests[0]?.resolve(stream);
  expect(await opened).toBe(undefined);
  expect([stop.mock.calls.length, view.isOpen(stream)]).toEqual([1, false]);
});

test('of two starts the last one stays, and is turned off when the view closes', async () => {
  const { view, requests } = delayedCamera();
  const [first, last] = [view.open(), view.open()];
  const [early, late] = [newStream(), newStream()];
  requests[1]?.resolve(late.stream);
  requests[0]?.resolve(early.stream);
  expect(await Promise.all([first, last])).toEqual([undefined, late.stream]);
  expect([early.stop.mock.calls.length, late.stop.mock.calls.length]).toEqual([1, 0]);
  expect(view.isOpen(late.stream)).toBe(true);
  view.close();
  expect([late.stop.mock.calls.length, view.isOpen(late.stream)]).toEqual([1, false]);
});

test('a refusal counts only while the view waits for it', async () => {
  const { view, requests } = delayedCamera();
  const left = view.open();
  view.close();
  requests[0]?.reject(new Error('blocked'));
  expect(await left).toBe(undefined);
  const waiting = view.open();
  requests[1]?.reject(new Error('blocked'));
  await expect(waiting).rejects.toThrow('blocked');
});
