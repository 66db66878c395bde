import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createTestDatabase } from '#events/testing/database.ts';
import { copyOfDemo } from '#ops/testing/demo-copy.ts';
import { type RunningServer, removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { findFfmpeg } from './on-path.ts';
import { type StoryMode, storyMode } from './story-modes.ts';

export interface ProductOptions {
  /**
   * `shared`: a server for all such files of a vitest worker, which use their own people and shops or leave the demo as
   * it was. `forward`: the same for files that move its clock forward. `throwaway`: one for this file; `embedded`: the
   * same as `npm start` on a new machine.
   */
  database: 'shared' | 'forward' | 'throwaway' | 'embedded';
  demo?: boolean;
  /** Staff needs a second factor; only with a server of this file. */
  secondFactor?: boolean;
  /** Videos get smaller sizes, where this machine has ffmpeg; only with a server of this file. */
  films?: boolean;
}

export interface Product {
  server: RunningServer;
  pool?: Pool;
}

/** Also shown when read models catch up slowly. */
const READY = 'Ctrl-C stops it';
/** The supervisor's message about a dead process. */
export const RESTARTED = 'starting it again';
const LOG_TAIL = 3_000;

export const lastLog = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'server.log'), 'utf8')).slice(-LOG_TAIL);

export type Closing = (() => Promise<unknown>)[];

/** Starts a server; its end is added to `closing`. Otherwise it ends with this process. */
export async function startProduct(
  { database, demo = false, secondFactor = false, films = false }: ProductOptions,
  closing?: Closing,
): Promise<Product> {
  const { TEST_DEMO_FOLDER: ofRun = '' } = process.env;
  // Its files are removed with the folder of the test run.
  const folder = closing
    ? await temporaryFolder()
    : join(ofRun, `server-${process.pid}-${database}${demo ? '-demo' : ''}`);
  closing?.push(() => removeFolder(folder));
  const env: NodeJS.ProcessEnv = {
    DATA_DIR: folder,
    SANDBOX: '1',
    DEMO: demo ? '1' : '0',
    RATE_LIMITS: 'off',
    ...(secondFactor && { SECOND_FACTOR: 'on' }),
    ...(films && { FFMPEG_PATH: findFfmpeg() }),
  };
  const made =
    database === 'embedded' ? undefined : await (demo ? copyOfDemo(folder) : createTestDatabase('whole'));
  if (made !== undefined) {
    closing?.push(made.drop);
    env.DATABASE_URL = made.url;
  }
  const mode: StoryMode = demo ? {} : await storyMode();
  const server = await startServer({ ...env, ...mode.env }, closing === undefined, mode.words);
  closing?.push(async () => {
    server.supervisor.kill('SIGTERM');
    await server.ended;
  });
  await server.untilPrinted(READY);
  return { server, ...(made && { pool: made.pool }) };
}
