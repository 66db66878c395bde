import { onlineManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './queries.ts';

test('without a network, a write fails at once and is not sent later', async () => {
  const client = createQueryClient(() => undefined);
  onlineManager.setOnline(false);
  const write = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new Error('no network')),
    meta: { quiet: true },
  });
  await expect(write.execute(undefined)).rejects.toThrow('no network');
  onlineManager.setOnline(true);
});
