/**
 * `npm run clients`: the published clients of the interface, installed at fixed versions, make every call to the demo.
 * Their answers are compared with what the creator's own pages show and with what was bought.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineOf, Problem } from '#ops/problem.ts';
import { removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { checkClients } from './checks.ts';
import { installClients } from './install.ts';

const folder = await mkdtemp(join(tmpdir(), 'fanwatt-clients-'));
const dataDir = await temporaryFolder();
try {
  const server = await startServer({
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMITS: 'off',
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  try {
    const [installed] = await Promise.all([installClients(folder), server.untilPrinted('Ctrl-C stops it.')]);
    const { passed, failed } = await checkClients({ base: server.base, folder, installed });
    if (failed > 0) console.log(`Messages of the server:\n${server.said().slice(-8000)}`);
    console.log(`${passed} passed, ${failed} failed, 0 skipped`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    server.supervisor.kill('SIGTERM');
    await server.ended;
  }
} catch (error) {
  console.error(error instanceof Problem ? error.message : lineOf(error));
  process.exitCode = 1;
} finally {
  await removeFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
}
