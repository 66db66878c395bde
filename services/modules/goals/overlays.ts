import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import { readJson } from '#events/checked.ts';
import { asUserId, type UserId, userId } from '#events/ids.ts';
import { millis } from '#events/time.ts';
import type { Listener } from '#services/runtime/listener.ts';
import { queriesOn } from '#services/runtime/queries.ts';

const CHANNEL = 'overlay_news';

/** A change of the overlay of a creator. */
const overlayChange = z.object({
  creator_id: userId,
  what: z.enum(['renewed', 'styled', 'test']),
  /** Unix milliseconds: the same in all processes. */
  at: millis,
});
type OverlayChange = z.infer<typeof overlayChange>;

const TOKEN = /^([0-9A-Za-z_-]{1,64})\.(\d{1,9})\.([0-9A-Za-z_-]{43})$/;

/**
 * Pages for streaming programs behind secret links. A token is computed from the creator and the generation of the
 * link by a key, so that no table holds it and its owner can read it again.
 */
export function openOverlays(pool: Pool, key: Buffer, listener: Pick<Listener, 'on'>) {
  const db = queriesOn(pool);
  const macOf = (creator: string, generation: number): string =>
    createHmac('sha256', key).update(`${creator} ${generation}`).digest('base64url');
  const tokenOf = (creator: string, generation: number): string =>
    `${creator}.${generation}.${macOf(creator, generation)}`;
  function partsOf(token: string): { owner: UserId; generation: number } | undefined {
    const [, creator = '', generationText = '', mac = ''] = TOKEN.exec(token) ?? [];
    const generation = Number(generationText);
    const expected = Buffer.from(macOf(creator, generation));
    const genuine = mac.length === expected.length && timingSafeEqual(Buffer.from(mac), expected);
    return genuine ? { owner: asUserId(creator), generation } : undefined;
  }
  const rowOf = (creator: UserId) =>
    db
      .selectFrom('accounts.overlays')
      .select(['generation', 'style'])
      .where('creator_id', '=', creator)
      .executeTakeFirst();
  const notify = async (notice: Omit<OverlayChange, 'at'>): Promise<void> => {
    await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ ...notice, at: Date.now() })]);
  };

  return {
    /** The present token, and the saved style; null before it is saved. */
    async of(creator: UserId): Promise<{ token: string; style: unknown }> {
      const row = await rowOf(creator);
      return { token: tokenOf(creator, row?.generation ?? 1), style: row?.style ?? null };
    },
    /** Creator and number of a link that was issued once, also of an ended one; undefined for an invented token. */
    linkOf(token: string): string | undefined {
      const { owner, generation } = partsOf(token) ?? {};
      return owner && `${owner} ${generation}`;
    },
    /** The owner of a token; undefined for a token that is not valid now. */
    async find(token: string): Promise<UserId | undefined> {
      const { owner, generation } = partsOf(token) ?? {};
      if (owner === undefined) return undefined;
      return ((await rowOf(owner))?.generation ?? 1) === generation ? owner : undefined;
    },
    async save(creator_id: UserId, style: object): Promise<void> {
      const saved = { creator_id, style: JSON.stringify(style) };
      await db
        .insertInto('accounts.overlays')
        .values(saved)
        .onConflict((row) => row.column('creator_id').doUpdateSet({ style: saved.style }))
        .execute();
      await notify({ creator_id, what: 'styled' });
    },
    /** Earlier tokens are invalid immediately. */
    async renew(creator_id: UserId): Promise<string> {
      const { generation } = await db
        .insertInto('accounts.overlays')
        .values({ creator_id, generation: 2 })
        .onConflict((row) =>
          row.column('creator_id').doUpdateSet({ generation: sql`accounts.overlays.generation + 1` }),
        )
        .returning('generation')
        .executeTakeFirstOrThrow();
      await notify({ creator_id, what: 'renewed' });
      return tokenOf(creator_id, generation);
    },
    /** Tells every open overlay of the creator to show a test. */
    test: (creator_id: UserId): Promise<void> => notify({ creator_id, what: 'test' }),
    onChange: (onNotice: (notice: OverlayChange) => void): Promise<() => void> =>
      // The channel is open to every database client.
      listener.on(CHANNEL, (payload) => {
        const change = readJson(overlayChange, payload);
        if (change) onNotice(change);
      }),
  };
}
