import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { named, startTestAccounts } from './accounts/testing/test-accounts.ts';
import { forgetExpired } from './retention.ts';

const people = fixture(startTestAccounts);

const counts = async () => {
  const { rows } = await people.database.pool.query(
    `SELECT (SELECT count(*) FROM accounts.sessions)::int AS sessions,
            (SELECT count(*) FROM accounts.verify_codes)::int AS codes,
            (SELECT count(*) FROM accounts.attempts)::int AS attempts,
            (SELECT count(*) FROM runtime.outbox)::int AS messages`,
  );
  return rows[0];
};

test('removes ended records and keeps active ones', async () => {
  const account = named('keep@example.com');
  const user = await people.accounts.members.add({ name: 'Fan', account });
  await people.accounts.sessions.open(user!);
  await people.accounts.passport.sendCode(account, 'forgot', 'zh-CN');
  await people.accounts.passport.login(account, 'wrong', { address: '192.0.2.1', user_agent: '' });
  const remaining = { sessions: 1, codes: 1, attempts: 3, messages: 1 };
  await forgetExpired(people.database.pool, people.clock.now());
  expect(await counts()).toEqual(remaining);

  const day = 86_400_000;
  await forgetExpired(people.database.pool, people.clock.now() + 2 * day);
  expect(await counts()).toEqual({ ...remaining, codes: 0, attempts: 0 });
  await forgetExpired(people.database.pool, people.clock.now() + 361 * day);
  expect(await counts()).toEqual({ sessions: 0, codes: 0, attempts: 0, messages: 0 });
});
