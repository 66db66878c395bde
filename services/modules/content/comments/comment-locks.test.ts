import { expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { eraseAccount } from '#services/modules/accounts/deletion/erase-account.ts';
import { expectLockOrder } from '#services/modules/accounts/testing/lock-order.ts';
import { startTestAccounts } from '#services/modules/accounts/testing/test-accounts.ts';
import { openMarks } from '#services/modules/relations/marks.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { openComments } from './comments.ts';

const accounts = fixture(() =>
  startTestAccounts('media', 'cart', 'content', 'relations', 'notices', 'payments', 'worker', 'stats'),
);

interface Stage {
  creator: UserId;
  fan: UserId;
  post_id: string;
  sn: number;
}

/** A comment with a like and a mark of its post, all of one fan; and a comment of the creator. */
async function stage(): Promise<Stage> {
  const [creator, fan] = [await accounts.person('creator'), await accounts.person('fan')];
  const { pool } = accounts.database;
  const post_id = `post of ${creator}`;
  const comments = openComments(pool);
  const of = { post_id, creator_id: creator, request_key: null, parent_sn: undefined, content: 'x', now: 0 };
  await comments.publish({ ...of, user_id: creator });
  const made = await comments.publish({ ...of, user_id: fan });
  if (isRefusal(made)) throw new Error(made.code);
  await comments.like(fan, made.sn);
  await openMarks(pool).mark(fan, { kind: 'post', subject_id: post_id, creator_id: creator });
  return { creator, fan, post_id, sn: made.sn };
}

const erase = (user: UserId) =>
  inTransaction(accounts.database.pool, (client) => eraseAccount(client, accounts.vault, user, 0));
const setStatus = (user: UserId, status: number) =>
  accounts.database.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [user, status]);

const COUNTS = 'SELECT FROM content.comment_counts FOR UPDATE';
const COMMENTS = 'SELECT FROM content.comments ORDER BY sn FOR UPDATE';
const LIKES = 'SELECT FROM content.comment_likes FOR UPDATE';
const MARKS = 'SELECT FROM relations.marks FOR UPDATE';
const MARK_COUNTS = 'SELECT FROM relations.mark_counts FOR UPDATE';

/** What is locked first, what is locked after it, and a change that must not take them the other way round. */
const CASES: readonly [
  name: string,
  first: string,
  then: string,
  change: (stage: Stage) => Promise<unknown>,
  before?: (stage: Stage) => Promise<unknown>,
][] = [
  ['deleting a comment', COUNTS, COMMENTS, ({ sn }) => openComments(accounts.database.pool).remove(sn)],
  [
    'deleting a post',
    COUNTS,
    COMMENTS,
    ({ post_id }) => openComments(accounts.database.pool).forgetPost(post_id),
  ],
  [
    'deleting a comment of a post without shown ones',
    COUNTS,
    COMMENTS,
    ({ sn }) => openComments(accounts.database.pool).remove(sn),
    async ({ creator, fan }) => {
      for (const one of [creator, fan]) await setStatus(one, USER_STATUS.hidden);
    },
  ],
  [
    'deleting a post that gets its first comment',
    "INSERT INTO content.comment_counts VALUES ('new post', 0)",
    COMMENTS,
    () => openComments(accounts.database.pool).forgetPost('new post'),
  ],
  ['hiding a person', COUNTS, COMMENTS, ({ fan }) => setStatus(fan, USER_STATUS.hidden)],
  ['deleting the account of a fan', COUNTS, COMMENTS, ({ fan }) => erase(fan)],
  ['deleting the account of a creator', COUNTS, COMMENTS, ({ creator }) => erase(creator)],
  ['ending a like', COMMENTS, LIKES, ({ fan, sn }) => openComments(accounts.database.pool).unlike(fan, sn)],
  ['deleting the account of who likes', COMMENTS, LIKES, ({ fan }) => erase(fan)],
  ['deleting the account of who is liked', MARKS, MARK_COUNTS, ({ creator }) => erase(creator)],
  [
    'deleting the marks of a post',
    MARKS,
    MARK_COUNTS,
    ({ post_id }) => openMarks(accounts.database.pool).forgetPost(post_id),
  ],
];

it.each(CASES)('%s locks in the order of everything else', async (_, first, then, change, before) => {
  const made = await stage();
  await before?.(made);
  await expectLockOrder(accounts.database.pool, { first, next: then }, () => change(made));
});

it('two erasures of people who share rows wait for each other first', async () => {
  const { creator, fan } = await stage();
  await openMarks(accounts.database.pool).mark(creator, {
    kind: 'creator',
    subject_id: fan,
    creator_id: fan,
  });
  expect(await Promise.all([erase(creator), erase(fan)])).toEqual([true, true]);
});
