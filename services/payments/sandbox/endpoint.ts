import type { Pool } from 'pg';
import { queriesOn } from '#services/runtime/queries.ts';

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
      const endpoint = queriesOn(pool).selectFrom('sandbox.endpoint').select('base_url');
      known = (await endpoint.executeTakeFirst())?.base_url;
      return known;
    },
    async announce(base_url) {
      await queriesOn(pool)
        .insertInto('sandbox.endpoint')
        .values({ base_url })
        .onConflict((on) => on.column('only_one').doUpdateSet({ base_url }))
        .execute();
      known = base_url;
    },
    forget() {
      known = undefined;
    },
  };
}
