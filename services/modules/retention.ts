import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { forgetUnusedAlbums } from './content/albums.ts';
import { forgetOldCards } from './content/page-cards.ts';
import { REPORTS_MS } from './content/post-reports.ts';
import { forgetUnusedTexts } from './content/post-texts.ts';
import { forgetUnusedVotes } from './content/vote-texts.ts';
import { forgetTrackedParcels } from './delivery/carriers/tracked-parcels.ts';
import { forgetOldNotices } from './notices/notices.ts';
import { OPEN_CALLS_MS } from './open/calls.ts';
import { DELIVERIES_MS } from './open/deliveries.ts';
import { forgetLeftCreators } from './relations/left-creators.ts';
import { forgetOldVisits } from './stats/visits.ts';
import { forgetUnsentDocuments } from './withdrawals/identity-documents.ts';

const DAY_MS = 86_400_000;
/** Retention of sent messages. */
const OUTBOX_MS = 90 * DAY_MS;
/** Ended memberships are listed for 30 days. */
const LEFT_CREATORS_MS = 31 * DAY_MS;

/**
 * Removes expired data: ended sessions, old codes, tokens, counts of attempts, messages, calls, cards of pages, visits, answers about
 * parcels, unused pictures and texts.
 */
export async function forgetExpired(pool: Pool, now: Millis): Promise<void> {
  await pool.query('DELETE FROM accounts.sessions WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.reset_tokens WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.contact_proofs WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.messenger_tokens WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.half_sessions WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.used_challenges WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.verify_codes WHERE expires_at <= $1', [now - DAY_MS]);
  await pool.query('DELETE FROM accounts.attempts WHERE greatest(window_start, day_start) <= $1', [
    now - DAY_MS,
  ]);
  await forgetUnusedTexts(pool);
  await forgetUnusedVotes(pool);
  await forgetUnusedAlbums(pool);
  await forgetOldNotices(pool, now);
  await forgetOldCards(pool);
  await forgetOldVisits(pool, now);
  await forgetTrackedParcels(pool, now);
  await forgetLeftCreators(pool, now - LEFT_CREATORS_MS);
  await forgetUnsentDocuments(pool, now - DAY_MS);
  await pool.query('DELETE FROM accounts.open_calls WHERE at <= $1', [now - OPEN_CALLS_MS]);
  await pool.query('DELETE FROM accounts.oauth_grants WHERE expires_at <= $1', [now]);
  await pool.query('DELETE FROM accounts.webhook_deliveries WHERE changed_at <= $1', [now - DELIVERIES_MS]);
  await pool.query('DELETE FROM content.post_reports WHERE reported_at <= $1', [now - REPORTS_MS]);
  await pool.query('DELETE FROM runtime.outbox WHERE created_at <= $1', [now - OUTBOX_MS]);
}
