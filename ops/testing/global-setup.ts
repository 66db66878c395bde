import { startThrowawayServer } from './throwaway-server.ts';

/** One PostgreSQL for the whole test run; each file makes its own database in it (createTestDatabase). */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startThrowawayServer();
  process.env.TEST_DATABASE_URL = server.url;
  return () => server.stop();
}
