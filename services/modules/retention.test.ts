import { expect, test } from 'vitest';
import { newEventId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { named, startTestAccounts } from './accounts/testing/test-accounts.ts';
import { openPostTexts } from './content/post-texts.ts';
import { forgetExpired } from './retention.ts';

/** Where requests come from. */
const HERE = { address: '192.0.2.1' };

const people = fixture(() =>
  startTestAccounts('log', 'content', 'delivery', 'relations', 'notices', 'stats'),
);

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
  await people.accounts.passport.sendCode(account, 'forgot', 'zh-CN', HERE);
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

test('removes texts of posts that never began, after a day', async () => {
  const { pool } = people.database;
  const texts = openPostTexts(pool);
  const creator_id = await people.person();
  const text = { title: '', content: 'Text', preview_text: '', rich: '', media: '' };
  for (const post_id of ['begun', 'new', 'lost'])
    await texts.save({ post_id, creator_id, present: '' }, text);
  await pool.query(
    "UPDATE content.texts SET created_at = now() - interval '25 hours' WHERE post_id <> 'new'",
  );
  const log = postgresLog(pool);
  const data = { post_id: 'begun', creator_id, kind: 'post' };
  const metadata = { creator_id, actor: `user:${creator_id}` as const, at: people.clock.now() };
  const event = { type: 'PostCreated', data, id: newEventId(), metadata };
  await log.append([{ stream: postStream('begun'), expected: 'no_stream', events: [event] }]);
  await forgetExpired(pool, people.clock.now());
  const { rows } = await pool.query('SELECT post_id FROM content.texts ORDER BY post_id');
  expect(rows).toEqual([{ post_id: 'begun' }, { post_id: 'new' }]);
});
