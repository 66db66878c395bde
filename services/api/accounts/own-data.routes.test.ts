import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import { CONFIRM_HEADER } from '#services/contract/endpoint.ts';
import { mailedCode, nextCode, pass, withTotp } from '../testing/second-factor.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi());

const COMMENTS = 1_100;
const MESSAGES = 120;

async function fileOf(user: TestUser, code: string) {
  const { headers, payload } = await api.app.inject({
    url: exportOwnData.path,
    headers: { authorization: `Bearer ${user.token}`, [CONFIRM_HEADER]: code },
  });
  expect(headers['content-disposition']).toContain('fanwatt-data.json');
  return { text: payload, parts: JSON.parse(payload) as Record<string, unknown[]> };
}

test('only with a fresh code', async () => {
  const user = await api.user();
  expect((await api.call(exportOwnData, {}, user)).ec).toBe(40104);
  expect((await api.call(exportOwnData, {})).ec).toBe(40100);
});

test('has all pages of each part, and nothing of others', async () => {
  const [user, other] = [await api.user('林间'), await api.user('另一个人')];
  const { pool, outbox } = api.deps;
  for (const { user_id } of [user, other]) {
    await pool.query(
      `INSERT INTO content.comments (post_id, creator_id, user_id, thread_sn, content, created_at)
       SELECT 'post', $1, $1, 0, 'words of ' || $1, n FROM generate_series(1, $2) AS n`,
      [user_id, COMMENTS],
    );
  }
  for (let n = 0; n < MESSAGES; n += 1)
    await outbox.send({ to_user: user.user_id, template: 'password_changed', values: {} });
  await api.projected();
  const { text, parts } = await fileOf(user, await mailedCode(api, user));
  expect(parts.account?.[0]).toMatchObject({ account: { email: expect.stringContaining('@') } });
  expect(parts.profile?.[0]).toMatchObject({ user: { name: '林间' } });
  expect(text).toContain(`words of ${user.user_id}`);
  expect(text).not.toContain(other.user_id);
  expect(parts.comments?.flat()).toHaveLength(COMMENTS);
  const messages = (parts.messages as { list: unknown[] }[]).flatMap(({ list }) => list);
  expect(messages).toHaveLength(MESSAGES);
  expect(parts).not.toHaveProperty('payees');
});

test('has what the person wrote: posts in every saved text, drafts, albums, reports and requests', async () => {
  const [creator, other] = [await api.creator(), await api.creator()];
  const { pool, vault } = api.deps;
  for (const { user_id } of [creator, other]) {
    const own = [user_id, `words of ${user_id}`];
    await pool.query(
      `INSERT INTO content.texts (post_id, text_hash, creator_id, title, content, preview_text, salt)
       SELECT md5($1 || n / 2), md5(n::text), $1, 'Post', n || ' ' || $2, '', '' FROM generate_series(1, 45) AS n`,
      own,
    );
    await pool.query(
      `INSERT INTO content.drafts (draft_id, creator_id, version, body) SELECT md5($1), $1, 1, to_jsonb($2::text)`,
      own,
    );
    await pool.query(
      `INSERT INTO content.albums (album_id, creator_id, title, content, cover, changed_at)
       VALUES (md5($1), $1, $2, '', '', 1)`,
      own,
    );
    await pool.query(
      `INSERT INTO content.post_reports (post_id, user_id, creator_id, topic, reason, reported_at)
       VALUES (md5($1), $1, $1, 'other', $2, 1)`,
      own,
    );
    for (let n = 0; n < 130; n += 1) await vault.put(user_id, 'case', `${n} ${own[1]}`);
  }
  await api.projected();
  const { text, parts } = await fileOf(creator, await mailedCode(api, creator));
  const lengths = Object.fromEntries(
    ['posts', 'drafts', 'albums', 'reported_posts', 'requests'].map((name) => [
      name,
      parts[name]?.flat().length,
    ]),
  );
  expect(lengths).toEqual({ posts: 45, drafts: 1, albums: 1, reported_posts: 1, requests: 130 });
  expect(parts).toHaveProperty('plans');
  expect(text).not.toContain(other.user_id);
});

test('a creator’s has payees; no file has a secret', async () => {
  const creator = await api.creator();
  const { secret, recovery_codes } = await withTotp(api, creator);
  pass(api, 300_000);
  const { text, parts } = await fileOf(creator, nextCode(api, secret));
  expect(parts.payees).toHaveLength(1);
  for (const one of [secret, ...recovery_codes, creator.token]) expect(text).not.toContain(one);
});
