import { onlineManager } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { ApiRefusal, EC } from '../api/refusal.ts';
import { bindQuestion } from './consent/bind-question.ts';
import { createQueryClient } from './queries.ts';
import { profileQuery } from './session.ts';

test('without a network, a write fails at once and is not sent later', async () => {
  const client = createQueryClient({ signedOut: vi.fn(), failed: vi.fn() });
  onlineManager.setOnline(false);
  const write = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new Error('no network')),
    meta: { quiet: true },
  });
  await expect(write.execute(undefined)).rejects.toThrow('no network');
  onlineManager.setOnline(true);
});

test.each([
  ['ends the session', false, 1],
  ['does not end one that began meanwhile', true, 0],
])('a write refused for its session %s', async (_, signsIn, ends) => {
  vi.useFakeTimers();
  const signedOut = vi.fn();
  const client = createQueryClient({ signedOut, failed: vi.fn() });
  const { promise, reject } = Promise.withResolvers<never>();
  const write = client.getMutationCache().build(client, { mutationFn: () => promise, meta: { quiet: true } });
  const refused = expect(write.execute(undefined)).rejects.toThrow('expired');
  await vi.advanceTimersByTimeAsync(1_000);
  // Only that there is one matters.
  if (signsIn) client.setQueryData(profileQuery.queryKey, {} as Profile);
  reject(new ApiRefusal(EC.sessionExpired, 'expired', [], {}));
  await refused;
  expect(signedOut).toHaveBeenCalledTimes(ends);
  vi.useRealTimers();
});

test.each([
  ['leads to the page of errors', undefined, 1],
  ['stays with the page that shows it', { quiet: true }, 0],
])('a write refused with 401 %s', async (_, meta, times) => {
  const failed = vi.fn();
  const client = createQueryClient({ signedOut: vi.fn(), failed });
  const refusal = new ApiRefusal(EC.confirmOld, 'confirm', [], {});
  const write = client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(refusal), ...(meta && { meta }) });
  await expect(write.execute(undefined)).rejects.toThrow('confirm');
  expect(failed).toHaveBeenCalledTimes(times);
});

describe('without a bound phone number', () => {
  const refusal = new ApiRefusal(EC.bindPhone, 'bind', [], {});
  const refuse = () => Promise.reject(refusal);
  const ways = { signedOut: vi.fn(), failed: vi.fn() };
  afterEach(bindQuestion.end);

  test.each([
    ['a write asks for one', undefined, refusal],
    ['the form of a quiet write asks itself', { quiet: true }, undefined],
  ])('%s', async (_, meta, asked) => {
    const client = createQueryClient(ways);
    const write = client.getMutationCache().build(client, { mutationFn: refuse, ...(meta && { meta }) });
    await expect(write.execute(undefined)).rejects.toThrow('bind');
    expect(bindQuestion.present()).toEqual(asked);
  });
});
