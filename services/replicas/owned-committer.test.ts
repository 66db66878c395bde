import { expect, test, vi } from 'vitest';
import { type Command, refuse } from '#services/commerce/engine/command.ts';
import { ownedCommitter } from './owned-committer.ts';
import { ownerAmong } from './replicas.ts';

const [HERE, THERE] = [
  { instance: 'here', address: '' },
  { instance: 'there', address: '127.0.0.1:1' },
];
const creatorOf = (owner: typeof HERE): string =>
  Array.from({ length: 100 }, (_, n) => `creator${n}`).find(
    (creator) => ownerAmong([HERE, THERE], creator) === owner,
  ) ?? '';

test.each([HERE, THERE])(
  'an order placed through this process is paid $instance without a read of its events',
  async (owner) => {
    const creator_id = creatorOf(owner);
    const placed = { accepted: true, events: [{ stream: 'order-1', metadata: { creator_id } }] };
    const submit = vi.fn(async () => placed as never);
    const send = vi.fn(async () => placed as never);
    const readStream = vi.fn(async () => [{ metadata: { creator_id } }] as never);
    const committer = ownedCommitter({
      committer: { submit } as never,
      replicas: { instance: HERE.instance, others: () => [THERE] },
      sender: { send },
      log: { readStream },
    });
    const command = (name: string, of: object) =>
      ({ name, repeatable: { input: {}, of }, streams: [], decide: refuse }) as unknown as Command<unknown>;
    const decided = owner === HERE ? submit : send;

    await committer.submit(command('place_order', { creator_id }));
    await committer.submit(command('pay_order', { stream: 'order-1' }));
    expect(decided).toHaveBeenCalledTimes(2);
    expect(readStream).not.toHaveBeenCalled();
    await committer.submit(command('pay_order', { stream: 'order-2' }));
    expect(decided).toHaveBeenCalledTimes(3);
    expect(readStream).toHaveBeenCalledOnce();
  },
);
