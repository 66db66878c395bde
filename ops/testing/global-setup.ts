import { fileURLToPath } from 'node:url';
import { startThrowawayServer } from './throwaway-server.ts';

/** One PostgreSQL for the whole test run; each file makes its own database in it (createTestDatabase). */
export default async function setup(): Promise<() => Promise<void>> {
  // Programs of ours that tests start and kill read their code from where ops/start.mjs keeps it: half the work.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
    new URL('../../node_modules/.cache/fanwatt', import.meta.url),
  );
  const server = await startThrowawayServer();
  process.env.TEST_DATABASE_URL = server.url;
  return () => server.stop();
}
