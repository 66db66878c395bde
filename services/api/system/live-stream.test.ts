import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { liveStream } from './live-stream.ts';

/** A client that does not read until it is released. */
function slowClient() {
  const texts: string[] = [];
  const waiting: (() => void)[] = [];
  const out = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(text: string, _encoding, taken) {
      texts.push(text);
      waiting.push(taken);
    },
  });
  return { out, texts, takeOne: () => waiting.shift()?.() };
}

test('a client that reads too slowly gets the newest position of each topic, not all of them', async () => {
  const { out, texts, takeOne } = slowClient();
  const stream = liveStream(out);
  stream.tell('orders', 1);
  for (let position = 2; position <= 1_000; position += 1) stream.tell('orders', position);
  stream.tell('stock', 1_000);
  stream.beat();
  expect(texts).toEqual(['data: {"topic":"orders","position":1}\n\n']);
  const drained = new Promise((resolve) => out.once('drain', resolve));
  takeOne();
  await drained;
  expect(texts[1]).toBe(
    'data: {"topic":"orders","position":1000}\n\ndata: {"topic":"stock","position":1000}\n\n',
  );
});
