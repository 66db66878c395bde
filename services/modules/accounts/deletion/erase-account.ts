import type { PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import { ACCOUNT_CHANGED } from '../sessions.ts';
import type { Vault } from '../vault.ts';

/** Tables whose rows are deleted with an account, and the column with its id. */
const OWN_ROWS: readonly (readonly [table: string, column: string])[] = [
  ['accounts.logins', 'user_id'],
  ['accounts.passwords', 'user_id'],
  ['accounts.reset_tokens', 'user_id'],
  ['accounts.contact_proofs', 'user_id'],
  ['accounts.messenger_links', 'user_id'],
  ['accounts.totp', 'user_id'],
  ['accounts.passkeys', 'user_id'],
  ['accounts.recovery_codes', 'user_id'],
  ['accounts.half_sessions', 'user_id'],
  ['accounts.push_subscriptions', 'user_id'],
  ['accounts.sessions', 'user_id'],
  ['accounts.last_seen', 'user_id'],
  ['accounts.oauth_grants', 'user_id'],
  ['accounts.addresses', 'user_id'],
  ['accounts.identities', 'user_id'],
  ['accounts.team_members', 'user_id'],
  ['cart.entries', 'user_id'],
  ['cart.requests', 'user_id'],
  ['content.comments', 'creator_id'],
  ['content.comments', 'user_id'],
  ['content.comment_likes', 'user_id'],
  ['content.comment_reports', 'user_id'],
  ['content.post_reports', 'user_id'],
  ['content.post_reports', 'creator_id'],
  ['content.comment_mentions', 'user_id'],
  ['relations.marks', 'user_id'],
  ['relations.marks', 'creator_id'],
  ['relations.left_creators', 'user_id'],
  ['relations.left_creators', 'creator_id'],
  ['relations.blocks', 'user_id'],
  ['relations.blocks', 'other_id'],
  ['relations.seen_posts', 'user_id'],
  ['relations.seen_posts', 'creator_id'],
  ['relations.listed_posts', 'creator_id'],
  ['relations.near_goals', 'creator_id'],
  ['stats.visits', 'creator_id'],
  ['stats.visitors', 'creator_id'],
  ['runtime.outbox', 'to_user'],
  ['runtime.messages_read', 'user_id'],
  ['accounts.notify_channels', 'user_id'],
  ['accounts.notify_times', 'user_id'],
  ['accounts.last_pushes', 'user_id'],
  ['notices.groups', 'user_id'],
  // A creator's. Orders and payments are events.
  ['accounts.team_members', 'creator_id'],
  ['accounts.team_changes', 'creator_id'],
  ['accounts.certifications', 'user_id'],
  ['accounts.creator_names', 'user_id'],
  ['accounts.rights_taken', 'user_id'],
  ['accounts.special_rights', 'user_id'],
  ['accounts.withdraw_methods', 'user_id'],
  ['accounts.withdraw_defaults', 'user_id'],
  ['accounts.bank_drafts', 'user_id'],
  ['accounts.bank_reviews', 'user_id'],
  ['accounts.identity_documents', 'user_id'],
  ['payments.stripe_accounts', 'user_id'],
  ['accounts.overlays', 'creator_id'],
  ['content.texts', 'creator_id'],
  ['content.search_posts', 'creator_id'],
  ['content.votes', 'creator_id'],
  ['content.shares', 'creator_id'],
  ['content.albums', 'creator_id'],
  ['content.pins', 'creator_id'],
  ['content.drafts', 'creator_id'],
  ['content.feed_addresses', 'user_id'],
  ['content.feed_addresses', 'creator_id'],
  ['accounts.open_tokens', 'creator_id'],
  ['accounts.open_calls', 'creator_id'],
  ['accounts.oauth_apps', 'creator_id'],
  ['accounts.webhooks', 'creator_id'],
  ['sandbox.received_calls', 'user_id'],
  ['sandbox.receivers', 'user_id'],
  ['accounts.creators', 'user_id'],
];

/**
 * Rows that other people's requests change, too, locked in the order of those requests before any of them is deleted:
 * the counts of posts before their comments, marks before their counts. Two erasures share rows in any order, so they wait
 * for each other first.
 */
const LOCKS: readonly string[] = [
  `SELECT id FROM accounts.users WHERE id = $1 FOR NO KEY UPDATE`,
  `SELECT FROM content.comment_counts
    WHERE post_id IN (SELECT post_id FROM content.comments WHERE user_id = $1 OR creator_id = $1)
    ORDER BY post_id FOR UPDATE`,
  `SELECT FROM content.comments
    WHERE user_id = $1 OR creator_id = $1 OR sn IN (SELECT comment_sn FROM content.comment_likes WHERE user_id = $1)
    ORDER BY sn FOR UPDATE`,
  `SELECT FROM relations.marks WHERE user_id = $1 OR creator_id = $1
    ORDER BY user_id, kind, subject_id FOR UPDATE`,
  `SELECT FROM relations.listed_posts WHERE creator_id = $1 ORDER BY post_id FOR UPDATE`,
  `SELECT FROM notices.groups WHERE user_id = $1 ORDER BY kind, subject_id FOR UPDATE`,
];
const ONE_AT_A_TIME = `SELECT pg_advisory_xact_lock(hashtextextended('erase account', 0))`;

/** The name that orders and lists show afterwards, in the person's own language. */
const NAMES: Readonly<Record<MessageLanguage, string>> = {
  'zh-CN': '已注销用户',
  'en-US': 'Deleted account',
};

/**
 * Erases a closed account in the given transaction: everything that is known of the person, and the key of the rest.
 * Orders, payments and events stay; they name only the id. Teams are left before, with a record.
 * @returns false if it was erased already
 */
export async function eraseAccount(
  client: PoolClient,
  vault: Pick<Vault, 'erase'>,
  user: UserId,
  now: Millis,
): Promise<boolean> {
  await client.query(ONE_AT_A_TIME);
  // Locks the person, as kept.ts does: a second deletion and new records wait.
  for (const lock of LOCKS) await client.query(lock, [user]);
  const { rowCount } = await client.query(
    `UPDATE accounts.users SET status = ${USER_STATUS.banned}, deleted_at = $2, avatar = '', cover = '', url_slug = '',
            shown_as_supporter = false, name = CASE language WHEN 'en-US' THEN $3 ELSE $4 END
      WHERE id = $1 AND deleted_at IS NULL`,
    [user, now, NAMES['en-US'], NAMES['zh-CN']],
  );
  if (rowCount === 0) return false;
  for (const [table, column] of OWN_ROWS)
    await client.query(`DELETE FROM ${table} WHERE ${column} = $1`, [user]);
  await vault.erase(user, client);
  await client.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
  return true;
}
