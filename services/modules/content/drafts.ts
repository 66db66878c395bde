import type { Pool } from 'pg';
import { hexId, type UserId } from '#events/ids.ts';
import type { PostType } from '#events/status.ts';
import type { DraftBody } from '#services/contract/content/drafts.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

interface Saved {
  draft_id: string;
  version: number;
  /** Unix seconds */
  saved_at: number;
}
interface Draft extends Saved {
  /** Without the fields that were added later. */
  body: Partial<DraftBody>;
}
interface DraftHead extends Saved {
  post_id: string;
  type: PostType;
  title: string;
}
interface Save {
  creator_id: UserId;
  draft_id: string | undefined;
  /** That the window has */
  version: number;
  body: DraftBody;
}

const SAVED = 'draft_id, version, floor(extract(epoch FROM saved_at))::float8 AS saved_at';

const changedBy = ({ version, saved_at, body }: Draft): Refusal => ({
  code: 'draft_changed',
  version,
  saved_at,
  body,
});

/** Drafts of creators. */
export function openDrafts(pool: Pool) {
  const create = ({ creator_id, body }: Save): Promise<Saved | Refusal> =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, creator_id);
      const { rowCount } = await client.query('SELECT FROM content.drafts WHERE creator_id = $1', [
        creator_id,
      ]);
      if ((rowCount ?? 0) >= QUOTAS.drafts) return quotaReached(QUOTAS.drafts);
      const { rows } = await client.query<Saved>(
        `INSERT INTO content.drafts (draft_id, creator_id, post_id, version, body)
         VALUES ($1, $2, $3, 1, $4) RETURNING ${SAVED}`,
        [hexId(), creator_id, body.post_id ?? '', JSON.stringify(body)],
      );
      return rows[0] ?? { code: 'not_found' };
    });

  async function byId(creator_id: UserId, draft_id: string): Promise<Draft | undefined> {
    const { rows } = await pool.query<Draft>(
      `SELECT ${SAVED}, body FROM content.drafts WHERE creator_id = $1 AND draft_id = $2`,
      [creator_id, draft_id],
    );
    return rows[0];
  }

  return {
    /**
     * Saves over the version that the window has. A repeated request has no effect. Refuses a version of another window
     * (draft_changed), one more than the quota, and a draft that is gone (not_found).
     */
    async save(save: Save): Promise<Saved | Refusal> {
      const { creator_id, draft_id, version, body } = save;
      if (draft_id === undefined) return create(save);
      const text = JSON.stringify(body);
      const { rows } = await pool.query<Saved>(
        `UPDATE content.drafts SET version = version + 1, post_id = $4, body = $5, saved_at = now()
          WHERE creator_id = $1 AND draft_id = $2 AND version = $3 RETURNING ${SAVED}`,
        [creator_id, draft_id, version, body.post_id ?? '', text],
      );
      if (rows[0]) return rows[0];
      const { rows: others } = await pool.query<Draft & { same: boolean }>(
        `SELECT ${SAVED}, body, body = $3::jsonb AS same FROM content.drafts WHERE creator_id = $1 AND draft_id = $2`,
        [creator_id, draft_id, text],
      );
      const [theirs] = others;
      if (!theirs) return { code: 'not_found' };
      const { same, body: _body, ...saved } = theirs;
      return same ? saved : changedBy(theirs);
    },

    byId,

    /** Why this version is not published: another window has saved a newer one, or has published or deleted it. */
    async refusalOf(creator_id: UserId, draft_id: string, version: number): Promise<Refusal | null> {
      const present = await byId(creator_id, draft_id);
      if (!present) return { code: 'draft_gone' };
      return present.version > version ? changedBy(present) : null;
    },

    /** All of a creator, or those of one post; the last saved first. */
    async of(creator_id: UserId, post_id?: string): Promise<DraftHead[]> {
      const { rows } = await pool.query<DraftHead>(
        `SELECT ${SAVED}, post_id, (body ->> 'type')::int AS type, body ->> 'title' AS title FROM content.drafts
          WHERE creator_id = $1 AND ($2::text IS NULL OR post_id = $2) ORDER BY content.drafts.saved_at DESC, draft_id`,
        [creator_id, post_id ?? null],
      );
      return rows;
    },

    /** @param version a newer one stays; missing: any is removed */
    async forget(creator_id: UserId, draft_id: string, version?: number): Promise<void> {
      await pool.query(
        `DELETE FROM content.drafts
          WHERE creator_id = $1 AND draft_id = $2 AND ($3::int IS NULL OR version <= $3)`,
        [creator_id, draft_id, version ?? null],
      );
    },
  };
}

export type Drafts = ReturnType<typeof openDrafts>;
