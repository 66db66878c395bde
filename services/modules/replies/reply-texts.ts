import type { Pool } from 'pg';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { open, seal } from '#services/runtime/seal.ts';

/** The place of a line's text. */
interface Place {
  fill_id: string;
  /** From 0. */
  place: number;
}

const contextOf = ({ fill_id, place }: Place): string => `${fill_id}\0${place}`;

/**
 * Texts of random replies. Events and read models have only their places.
 * @param key a secret of 32 bytes that seals them
 */
export const openReplyTexts = (pool: Pool, key: KeyRing) => ({
  /** Stores the lines of one fill. A repetition changes nothing. */
  async put(fill_id: string, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await pool.query({
      name: 'reply-lines-put',
      text: `INSERT INTO commerce.reply_lines (fill_id, place, sealed)
             SELECT $1, place, sealed FROM unnest($2::int[], $3::bytea[]) AS given (place, sealed)
             ON CONFLICT DO NOTHING`,
      values: [
        fill_id,
        lines.map((_, place) => place),
        lines.map((line, place) => seal(key, Buffer.from(line), contextOf({ fill_id, place }))),
      ],
    });
  },
  /** The texts in the requested order; empty if missing. */
  async read(places: readonly Place[]): Promise<string[]> {
    if (places.length === 0) return [];
    const { rows } = await pool.query<Place & { sealed: Buffer }>({
      name: 'reply-lines-read',
      text: `SELECT fill_id, place, sealed FROM commerce.reply_lines
              JOIN unnest($1::text[], $2::int[]) AS asked (fill_id, place) USING (fill_id, place)`,
      values: [places.map(({ fill_id }) => fill_id), places.map(({ place }) => place)],
    });
    const texts = new Map(
      rows.map((row) => [contextOf(row), open(key, row.sealed, contextOf(row)).toString('utf8')]),
    );
    return places.map((one) => texts.get(contextOf(one)) ?? '');
  },
});

export type ReplyTexts = ReturnType<typeof openReplyTexts>;
