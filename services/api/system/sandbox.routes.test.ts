import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig } from '#services/contract/accounts/accounts.ts';
import { sandboxClock, sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const nowOf = async (): Promise<number> => (await api.call(getInitConfig, {})).data.now;

test('the clock moves forward for every process', async () => {
  const other = await api.another();
  const before = await nowOf();
  const moved = await api.call(sandboxClock, { advance_seconds: 3600 });
  expect(moved.data.now - before).toBeGreaterThanOrEqual(3600);
  expect((await nowOf()) - before).toBeGreaterThanOrEqual(3600);
  await expect.poll(() => other.deps.clock.now() / 1000 - before).toBeGreaterThanOrEqual(3600);

  const target = Math.floor(moved.data.now) + 86_400;
  await api.call(sandboxClock, { now: target });
  expect(await nowOf()).toBeGreaterThanOrEqual(target);
});

test('it is never moved back', async () => {
  const before = await nowOf();
  expect((await api.call(sandboxClock, { now: before - 60 })).ec).toBe(40902);
  expect((await api.call(sandboxClock, { advance_seconds: -1 })).ec).toBe(40000);
  expect(await nowOf()).toBeGreaterThanOrEqual(before);
});

test.each([{}, { now: 'tomorrow' }, { advance_seconds: 1.5 }, { now: 1e15 }])(
  '%j is refused',
  async (body) => {
    expect((await api.send(sandboxClock, body)).ec).toBe(40000);
  },
);

test('two concurrent moves add up', async () => {
  const before = api.deps.clock.offset;
  await Promise.all([
    api.call(sandboxClock, { advance_seconds: 100 }),
    api.call(sandboxClock, { advance_seconds: 200 }),
  ]);
  expect(api.deps.clock.offset - before).toBe(300_000);
});

test('the outbox of an account that wrote nothing is empty', async () => {
  expect((await api.call(sandboxOutbox, { account: 'nobody@example.com' })).data).toEqual({
    list: [],
  });
  expect((await api.call(sandboxOutbox, { account: '???' })).data).toEqual({ list: [] });
});
