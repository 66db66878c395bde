import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { quickest } from '../../testing/quickest.ts';
import { held, write } from '../contract/sample-events.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

const MAX_DELAY_MS = 3_000;
const HOLDER = fileURLToPath(new URL('testing/turn-holder.ts', import.meta.url));

describe('a process that is stopped in its turn', () => {
  const database = fixture(() => createTestDatabase([logMigrations]));
  const log = fixture(() => postgresLog(database.url));

  /** A process that appends to `stream` in a turn and is stopped before its next append. */
  async function stoppedIn(stream: string, stoppedAfterMs?: number): Promise<ChildProcess> {
    const options = stoppedAfterMs === undefined ? {} : { stoppedAfterMs };
    const child = fork(HOLDER, [JSON.stringify({ url: database.url, stream, options })], { env: {} });
    const [message] = await once(child, 'message');
    expect(message).toBe('appended');
    child.kill('SIGSTOP');
    return child;
  }
  async function end(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  test('delays others by 3 s at most; then it is informed that its turn is over', async () => {
    let stopped = 0;
    const measure = async () => {
      stopped += 1;
      const child = await stoppedIn(`stock-stopped${stopped}`);
      const began = performance.now();
      const [appended, turn] = await Promise.all([
        log.append([write(`stock-waited${stopped}`, 'no_stream', held())]),
        log.exclusively((own) => own.append([write(`stock-turn${stopped}`, 'no_stream', held())])),
      ]);
      const took = performance.now() - began;
      expect([appended, turn]).toMatchObject([{ ok: true }, { ok: true }]);
      child.kill('SIGCONT');
      const [message] = await once(child, 'message');
      expect(message).toBe('lost its turn');
      // Its writes before the stop exist; its later writes do not until it retries.
      expect(await log.readStream(`stock-stopped${stopped}`)).toHaveLength(1);
      await end(child);
      return took;
    };
    expect(await quickest(MAX_DELAY_MS, measure)).toBeLessThan(MAX_DELAY_MS);
  });

  test('negative control: where the server waits longer, the others wait with it', async () => {
    const child = await stoppedIn('stock-long', 20_000);
    const waiting = log.append([write('stock-behind', 'no_stream', held())]);
    const late = new Promise((resolve) => setTimeout(resolve, MAX_DELAY_MS, 'late'));
    expect(await Promise.race([waiting, late])).toBe('late');
    await end(child);
    expect(await waiting).toMatchObject({ ok: true });
  });
});
