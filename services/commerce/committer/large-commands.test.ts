import { describe, expect, test } from 'vitest';
import { newEventId } from '#events/ids.ts';
import { openEventStoreLog } from '#events/log/eventstoredb/event-store-log.ts';
import { mirroredAfter } from '#events/log/eventstoredb/mirror.ts';
import { MAX_APPEND_BYTES } from '#events/log/eventstoredb/require-usable.ts';
import { eventOf } from '#events/log/eventstoredb/rows.ts';
import { startEventStoreServer } from '#events/log/eventstoredb/testing/event-store-server.ts';
import { bytesOf } from '#events/log/eventstoredb/testing/stored-streams.ts';
import { AppendOutcomeUnknown, LogUnreachable } from '#events/log/log.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { fixture } from '#events/testing/fixture.ts';
import { accept, type Command, type Committer } from '#services/commerce/engine/command.ts';
import { heldEvent, testCommitters } from '#services/commerce/testing/test-committers.ts';
import { MAX_COMMAND_BYTES } from '#services/runtime/quotas.ts';
import { badInput } from '#services/runtime/refusal.ts';

const EVENTS = 4;
/** Three bytes in UTF-8. */
const LETTER = '例';

describe.each(['PostgreSQL', 'EventStoreDB'])('large commands on %s', (engine) => {
  const on = testCommitters();
  const store = fixture(async () => {
    const server = await startEventStoreServer();
    server.store.maxAppendSize = MAX_APPEND_BYTES;
    return server;
  });
  const log = fixture(() =>
    engine === 'PostgreSQL' ? postgresLog(on.database.url) : openEventStoreLog(store.url, on.database.pool),
  );
  const start = () => on.start({ log });

  /** Writes events of so many bytes of data in one stream. */
  function large(bytes: number, events: number, bulk?: string): Command<null> {
    const sku = on.newSku();
    const { stream, event, creator_id } = heldEvent(sku, 'order');
    const fixed = Buffer.byteLength(JSON.stringify({ ...event.data, text: '' }));
    const text = LETTER.repeat(Math.ceil((bytes / events - fixed) / Buffer.byteLength(LETTER)));
    const data = { ...event.data, text };
    const ids = Array.from({ length: events }, newEventId);
    return {
      name: 'large',
      actor: 'process:test',
      streams: [stream],
      ...(bulk !== undefined && { bulk }),
      decide: () =>
        accept(
          ids.map((id) => ({ stream, event: { ...event, data } as never, creator_id, id })),
          null,
        ),
    };
  }

  /** A busy machine can need more than the time of an append: then the command is repeated, and written once. */
  async function written(committer: Pick<Committer, 'submit'>, command: Command<null>) {
    for (;;)
      try {
        return await committer.submit(command);
      } catch (error) {
        if (!(error instanceof LogUnreachable || error instanceof AppendOutcomeUnknown)) throw error;
      }
  }

  test('of one batch are all written, each in one append', async () => {
    const sizes: number[] = [];
    const streams: Set<string>[] = [];
    store.store.written.on('written', (events) => {
      sizes.push(bytesOf(events));
      streams.push(
        new Set(events.map(({ metadata }) => JSON.parse(Buffer.from(metadata).toString()).stream)),
      );
    });
    const before = await log.head();
    const commands = Array.from({ length: 9 }, () => large(300_000, EVENTS, 'text'));
    const committer = start();
    const outcomes = await Promise.all(commands.map((command) => written(committer, command)));
    expect(outcomes.filter(({ accepted }) => !accepted)).toEqual([]);
    expect((await log.head()) - before).toBe(9 * EVENTS);
    for (const {
      streams: [stream = ''],
    } of commands)
      expect(await log.readStream(stream)).toHaveLength(EVENTS);
    if (engine === 'PostgreSQL') return;
    // More than one append, because the batch has 2.7 MB, but fewer than one for each command.
    expect(sizes.length).toBeLessThan(commands.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_APPEND_BYTES);
    expect(streams.reduce((sum, { size }) => sum + size, 0)).toBe(commands.length);
  });

  test('over 512 KiB are refused by the field, or fail; others of the batch are written', async () => {
    const before = await log.head();
    const committer = start();
    const [refused, many, few, others] = await Promise.allSettled([
      committer.submit(large(MAX_COMMAND_BYTES, EVENTS, 'text')),
      committer.submit(large(MAX_COMMAND_BYTES, 64)),
      committer.submit(large(MAX_COMMAND_BYTES, 1)),
      written(committer, large(MAX_COMMAND_BYTES - 2_000, EVENTS, 'text')),
    ]);
    expect(refused).toMatchObject({
      value: { accepted: false, refusal: badInput('text', { key: 'too_large', max: '512 KiB' }) },
    });
    for (const failed of [many, few]) {
      expect(failed).toMatchObject({
        reason: { message: expect.stringMatching(/large decided \d+ bytes of events/) },
      });
    }
    expect(others).toMatchObject({ value: { accepted: true } });
    expect((await log.head()) - before).toBe(EVENTS);
  });
});

describe('a command of many small events', () => {
  const on = testCommitters();

  test('has 512 KiB at most as EventStoreDB gets them, with streams, ids and types', async () => {
    const committer = on.start();
    const { stream, event, creator_id } = heldEvent(on.newSku(), 'o');
    const many = (count: number): Command<null> => ({
      name: 'many',
      actor: 'process:test',
      streams: [stream],
      bulk: 'lines',
      decide: () =>
        accept(
          Array.from({ length: count }, () => ({ stream, event, creator_id })),
          null,
        ),
    });
    let most = 0;
    for (let step = 2_048; step >= 1; step /= 2) {
      const { accepted } = await committer.submit(many(most + step));
      if (accepted) most += step;
    }
    await committer.submit(many(most));
    const rows = await mirroredAfter(on.database.pool, (await on.log.head()) - most);
    const bytes = rows.map(eventOf).reduce((sum, { type, data, metadata }) => {
      const texts = Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));
      return sum + texts + 2 * type.length;
    }, 0);
    expect(bytes).toBeLessThanOrEqual(MAX_COMMAND_BYTES);
    expect(bytes).toBeGreaterThan(MAX_COMMAND_BYTES * 0.9);
  });
});
