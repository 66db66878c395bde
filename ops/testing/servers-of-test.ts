import { afterEach, beforeEach } from 'vitest';
import { type RunningServer, removeFolder, startServer, temporaryFolder } from './run-server.ts';

/** Servers of each test on one data directory; stopped, and the directory removed, after it. */
export function serversOfTest() {
  let folder = '';
  let running: RunningServer[] = [];
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    for (const { supervisor, ended } of running) {
      supervisor.kill('SIGTERM');
      await ended;
    }
    running = [];
    await removeFolder(folder);
  });
  return {
    folder: () => folder,
    async start(env: NodeJS.ProcessEnv = {}, words: readonly string[] = []): Promise<RunningServer> {
      const server = await startServer({ DATA_DIR: folder, ...env }, false, words);
      running.push(server);
      return server;
    },
  };
}
