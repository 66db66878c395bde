import type { Pool } from 'pg';
import { queriesOn } from '#services/runtime/queries.ts';

/** Where the sandbox provider posts its notices: the current address of our API. */
export function noticeEndpoint(pool: Pool) {
  let known: string | undefined;
  return {
    /** Undefined until an API has announced itself. Remembered until `forget`. */
    async baseUrl(): Promise<string | undefined> {
      if (known !== undefined) return known;
      const endpoint = queriesOn(pool).selectFrom('sandbox.endpoint').select('base_url');
      known = (await endpoint.executeTakeFirst())?.base_url;
      return known;
    },
    /** Called by the API once it listens; the last to call is posted to. */
    async announce(base_url: string): Promise<void> {
      await queriesOn(pool)
        .insertInto('sandbox.endpoint')
        .values({ base_url })
        .onConflict((on) => on.column('only_one').doUpdateSet({ base_url }))
        .execute();
      known = base_url;
    },
    /** The next request reads the database again: the endpoint did not answer. */
    forget(): void {
      known = undefined;
    },
  };
}

export type NoticeEndpoint = ReturnType<typeof noticeEndpoint>;
