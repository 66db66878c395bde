import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editNotifyConfig, getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { setNotified } from '#services/modules/messages/notify-config.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi } from '../testing/test-api.ts';
import { withoutLocks } from '../testing/without-locks.ts';

const api = fixture(() => startTestApi({ projections: false }));
let servers: Servers;
beforeAll(async () => {
  servers = await startServers(api);
});
afterAll(() => servers.close());

/** It locks nothing, and writes late: meanwhile the other server has changed the same row. */
function careless(pool: Pool): Pool {
  const unlocked = withoutLocks(pool);
  const connect = async () => {
    const client = await unlocked.connect();
    const query = async (statement: string | QueryConfig, values?: unknown[]) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (text.startsWith('insert')) await pause(20);
      return typeof statement === 'string' ? client.query(statement, values) : client.query(statement);
    };
    return { query, release: (error?: Error) => client.release(error) };
  };
  // What transactions of the product use.
  return { connect, options: pool.options } as unknown as Pool;
}

/**
 * Mail and site are on. One server turns the event on, which changes nothing, while the other turns off the site.
 * @returns the channels after it; in either order the site is off
 */
async function bothAtOnce(isGuarded: boolean) {
  const fan = await api.user();
  const edit = (channels: object) => ({ events: [{ event: 'membership' as const, ...channels }] });
  await api.data(editNotifyConfig, edit({ push: false }), fan);
  const { pool } = servers.deps(1);
  await Promise.all([
    setNotified(isGuarded ? pool : careless(pool), fan.user_id, 'membership', true),
    servers.call(0, editNotifyConfig, edit({ site: false }), fan),
  ]);
  const { events } = await api.data(getNotifyConfig, {}, fan);
  return events.find(({ event }) => event === 'membership');
}
const AFTER = { event: 'membership', site: 'off', mail: 'on', push: 'off' };

describe('two changes of one person at once, on two servers', () => {
  it('lose neither', async () => {
    for (let round = 0; round < 20; round += 1) expect(await bothAtOnce(true)).toEqual(AFTER);
  });

  it('negative control: without the lock a change is lost', async () => {
    expect(await goesWrong(async () => (await bothAtOnce(false))?.site === 'on')).toBe(true);
  });
});
