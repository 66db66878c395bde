import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

export interface PageText {
  title: string;
  description: string;
}
/** Reads a page; null if it cannot be read. Never throws. */
export type ReadPage = (url: string) => Promise<PageText | null>;

/** A page is read again after this time: one that could not be read much earlier. */
const FRESH = "read_at > now() - CASE WHEN title = '' THEN interval '10 minutes' ELSE interval '1 year' END";
const NO_PAGE: PageText = { title: '', description: '' };

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex');

/** Cards of pages. Each page is read once, and only its words are kept. */
export const openPageCards = (pool: Pool, readPage: ReadPage) => ({
  /** The card of each address; empty texts where the page could not be read. */
  async of(urls: readonly string[]): Promise<(url: string) => PageText> {
    const hashes = new Map(urls.map((url) => [hashOf(url), url]));
    if (hashes.size === 0) return () => NO_PAGE;
    const { rows } = await pool.query<PageText & { url_hash: string }>(
      `SELECT url_hash, title, description FROM content.page_cards WHERE url_hash = ANY ($1) AND ${FRESH}`,
      [[...hashes.keys()]],
    );
    const cards = new Map(rows.map(({ url_hash, ...card }) => [url_hash, card]));
    await Promise.all(
      [...hashes].map(async ([url_hash, url]) => {
        if (cards.has(url_hash)) return;
        const { title, description } = (await readPage(url)) ?? NO_PAGE;
        // A page that cannot be read now keeps the card that it had.
        const saved = await pool.query<PageText>(
          `INSERT INTO content.page_cards AS old (url_hash, title, description) VALUES ($1, $2, $3)
           ON CONFLICT (url_hash) DO UPDATE SET read_at = now(),
             title = CASE WHEN $2 = '' THEN old.title ELSE $2 END,
             description = CASE WHEN $2 = '' THEN old.description ELSE $3 END
           RETURNING title, description`,
          [url_hash, title, description],
        );
        cards.set(url_hash, saved.rows[0] ?? NO_PAGE);
      }),
    );
    return (url) => cards.get(hashOf(url)) ?? NO_PAGE;
  },
});

export type PageCards = ReturnType<typeof openPageCards>;

/** Removes cards that were read more than two years ago. */
export const forgetOldCards = (pool: Pool): Promise<unknown> =>
  pool.query("DELETE FROM content.page_cards WHERE read_at < now() - interval '2 years'");
