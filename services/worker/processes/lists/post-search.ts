import type { Pool } from 'pg';
import type { DataOf } from '#events/registry.ts';
import { postStream } from '#events/stream-names.ts';
import { postById } from '#read-models/content/queries.ts';
import { isLive, postKind } from '#services/commerce/content/post.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { openPostIndex } from '#services/modules/content/search/post-index.ts';
import type { Process } from '../../process.ts';

/** Until the read model has the event. */
const AGAIN_MS = 200;

interface Parts {
  pool: Pool;
  committer: Pick<Committer, 'read'>;
}

/**
 * Takes posts into the search: scheduled ones at their publication, others where the request that published or changed
 * them did not come to it. Texts of a deleted post take their row with them.
 */
export const postSearch = ({ pool, committer }: Parts): Process => {
  const search = openPostIndex(pool);
  return {
    name: 'post-search',
    types: ['PostPublished', 'PostTextChanged', 'PostTermsChanged'],
    timerFor({ data, metadata }) {
      const { post_id: key } = data as DataOf<'PostPublished'>; // every type names the post
      return { key, set: { due_at: metadata.at, data: {} } };
    },
    async fire({ key: post_id }, now) {
      const stream = postStream(post_id);
      const post = await committer.read([stream], (states) => states.get(postKind, stream));
      if (!isLive(post) || post.phase !== 'published') return 'done';
      const [row] = (await postById(pool, { post_id, viewer: '', at: now })).rows;
      const isPresent = row?.text_hash === post.text_hash && row.audience === post.terms.audience.to;
      if (!isPresent || row.sn === 0) return { again_at: now + AGAIN_MS };
      await search.index(row);
      return 'done';
    },
  };
};
