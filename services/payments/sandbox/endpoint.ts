import type { Pool } from 'pg';

/** Where the sandbox provider posts its notices: the current address of our API. */
export interface NoticeEndpoint {
  /** Undefined until an API has announced itself. Remembered until `forget`. */
  baseUrl(): Promise<string | undefined>;
  /** Called by the API once it listens; the last to call is posted to. */
  announce(baseUrl: string): Promise<void>;
  /** The next request reads the database again: the endpoint did not answer. */
  forget(): void;
}

export function noticeEndpoint(pool: Pool): NoticeEndpoint {
  let known: string | undefined;
  return {
    async baseUrl() {
      if (known !== undefined) return known;
      const { rows } = await pool.query<{ base_url: string }>('SELECT base_url FROM sandbox.endpoint');
      known = rows[0]?.base_url;
      return known;
    },
    async announce(baseUrl) {
      await pool.query(
        `INSERT INTO sandbox.endpoint (base_url) VALUES ($1)
         ON CONFLICT (only_one) DO UPDATE SET base_url = excluded.base_url`,
        [baseUrl],
      );
      known = baseUrl;
    },
    forget() {
      known = undefined;
    },
  };
}
