import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { publishComment } from '#services/contract/content/comments.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { readNotices } from '#services/contract/notices/notices.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { LIVE_PATHS, UNREAD_TOPIC } from '#services/contract/system/live.ts';
import { listenAt } from '../testing/live-client.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

/** Two API processes on one database. */
const api = fixture(startTestApi);
const creator = fixture(() => certifiedCreator(api));
let other: Awaited<ReturnType<typeof api.another>>;
const addresses: string[] = [];
beforeAll(async () => {
  other = await api.another();
  for (const { app } of [api, other]) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    addresses.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${LIVE_PATHS.own}`);
  }
});

const listen = (as: TestUser, n: number, lastId?: string) => listenAt(addresses[n] ?? '', as, lastId);
const isUnread = ({ topic }: { topic: string }): boolean => topic === UNREAD_TOPIC;

test('the bell of both servers gets a hint when a group becomes unread; other people get none', async () => {
  const { post_id } = await publish(api, creator);
  const [fan, stranger] = [await api.user(), await api.user()];
  await api.projected();
  const clients = [await listen(creator, 0), await listen(creator, 1), await listen(stranger, 1)];
  const [here, there, others] = clients;
  await api.data(likePost, { post_id }, fan);
  await Promise.all([here?.until(UNREAD_TOPIC, 0), there?.until(UNREAD_TOPIC, 0)]);
  expect((await api.data(getMyCheck, {}, creator)).unread_count.like).toBe(1);

  // More of the same group tells nothing new; after it was read, the next one does.
  await api.data(unlikePost, { post_id }, fan);
  await api.data(likePost, { post_id }, fan);
  await api.data(readNotices, { all: 'like' }, creator);
  await api.data(publishComment, { post_id, content: 'Hello' }, fan);
  await there?.until(UNREAD_TOPIC, 0);
  const resumed = await listen(creator, 1, here?.lastId);
  await resumed.until(UNREAD_TOPIC, 0);
  await api.projected();
  expect(others?.hints.filter(isUnread)).toEqual([]);
  for (const client of [...clients, resumed]) client.close();
});

test('a storm of likes of one post is one hint', async () => {
  const { post_id } = await publish(api, creator);
  const fans = await Promise.all(Array.from({ length: 10 }, () => api.user()));
  await api.data(readNotices, { all: 'like' }, creator);
  await api.projected();
  const told: string[] = [];
  const forget = await other.deps.listener.on('notices_unread', (payload) => told.push(payload));
  await Promise.all(fans.map((fan) => api.data(likePost, { post_id }, fan)));
  // The last payload: sent after those of the likes, on the same connection.
  await api.deps.pool.query(`SELECT pg_notify('notices_unread', 'end 0')`);
  await expect.poll(() => told.at(-1)).toBe('end 0');
  expect(told).toEqual([expect.stringMatching(new RegExp(`^${creator.user_id} \\d+$`)), 'end 0']);
  await forget();
});
