import { describe } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { logContract } from '../contract/log-contract.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

describe('the log on PostgreSQL', () => {
  let database: TestDatabase;
  logContract(
    async () => {
      database = await createTestDatabase([logMigrations]);
      return () => postgresLog(database.url);
    },
    () => database.drop(),
  );
});
