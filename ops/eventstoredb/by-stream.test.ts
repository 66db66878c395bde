import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** With the functions that EventStoreDB gives to a projection. */
test('links each event of the log to the stream of its subject, and leaves others', () => {
  const links: [string, unknown][] = [];
  let handle: ((state: unknown, event: unknown) => void) | undefined;
  const fromStream = (stream: string) => ({
    when(handlers: { $any: typeof handle }) {
      if (stream === 'fanwatt') handle = handlers.$any;
    },
  });
  const linkTo = (stream: string, event: unknown) => links.push([stream, event]);
  runInNewContext(readFileSync(new URL('by-stream.js', import.meta.url), 'utf8'), { fromStream, linkTo });
  const event = { eventType: 'OrderPlaced', metadata: { stream: 'order-1', version: 0 } };
  handle?.({}, event);
  for (const metadata of [null, undefined, {}]) handle?.({}, { eventType: '$metadata', metadata });
  expect(links).toEqual([['order-1', event]]);
});
