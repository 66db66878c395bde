import type { Pool } from 'pg';

/** A creator as shown on a card. */
interface ShowcaseCreator {
  user_id: string;
  name: string;
  avatar: string;
  cover: string;
  url_slug: string;
  doing: string;
  category_id: string;
  is_verified: number;
  theme_color: string;
}

interface ShowcaseQuery {
  category_id: string;
  /** Part of the name or of what is being made. */
  search: string;
  /** Ids of creators to show before all others, in this order. */
  first?: readonly string[];
  page: number;
  per_page: number;
}

/** Creators as visitors find them: verified ones first, then those longest here. */
export interface Showcase {
  list(query: ShowcaseQuery): Promise<{ list: ShowcaseCreator[]; total: number }>;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** $1 category, $2 text sought; empty for any. */
const FOUND = `
  FROM accounts.creators JOIN accounts.users ON users.id = creators.user_id
 WHERE creators.status > 0 AND users.status = 2
   AND ($1 = '' OR creators.category_id = $1)
   AND ($2 = '' OR users.name ILIKE '%' || $2 || '%' OR creators.doing ILIKE '%' || $2 || '%')`;

export function openShowcase(pool: Pool): Showcase {
  return {
    async list({ category_id, search, first = [], page, per_page }) {
      const wanted = [category_id, escapeLike(search)];
      const [found, counted] = await Promise.all([
        pool.query<ShowcaseCreator>({
          name: 'showcase-list',
          text: `SELECT users.id AS user_id, users.name, users.avatar, users.cover, users.url_slug,
                        users.is_verified, creators.doing, creators.category_id, creators.theme_color
                 ${FOUND}
                 ORDER BY array_position($5::text[], users.id::text), users.is_verified DESC,
                          creators.created_at, users.id
                 LIMIT $3 OFFSET $4`,
          values: [...wanted, per_page, (page - 1) * per_page, first],
        }),
        pool.query<{ total: number }>({
          name: 'showcase-count',
          text: `SELECT count(*)::int AS total ${FOUND}`,
          values: wanted,
        }),
      ]);
      return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
    },
  };
}
