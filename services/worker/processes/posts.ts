import type { Pool } from 'pg';
import type { DataOf } from '#events/registry.ts';
import { postStream } from '#events/stream-names.ts';
import { publishScheduled } from '#services/commerce/content/edit-post.ts';
import { postKind } from '#services/commerce/content/post.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { openComments } from '#services/modules/content/comments/comments.ts';
import { openPins } from '#services/modules/content/pins.ts';
import { openPostTexts } from '#services/modules/content/post-texts.ts';
import { openNotices } from '#services/modules/notices/notices.ts';
import { openMarks } from '#services/modules/relations/marks.ts';
import type { Process, TimerChange } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

/** The request that deletes a post removes its texts itself; this is for what a crash left of it. */
const LEFT_AFTER_MS = 30_000;

interface Parts {
  pool: Pool;
  committer: Pick<Committer, 'submit' | 'read'>;
}

/** Publishes each scheduled post at its time, once; removes what a deleted one leaves. */
export const posts = ({ pool, committer }: Parts): Process => {
  const texts = openPostTexts(pool);
  const pins = openPins(pool);
  const marks = openMarks(pool);
  const comments = openComments(pool);
  const notices = openNotices(pool);
  return {
    name: 'posts',
    types: ['PostScheduled', 'PostUnscheduled', 'PostPublished', 'PostDeleted'],
    timerFor(event): TimerChange | undefined {
      const { post_id: key } = event.data as DataOf<'PostDeleted'>; // every type names the post
      if (event.type === 'PostScheduled') {
        const { at } = event.data as DataOf<'PostScheduled'>; // by its type
        return { key, set: { due_at: dueTimeOf(event, at), data: { at } } };
      }
      if (event.type !== 'PostDeleted') return { key, clear: true };
      return { key, set: { due_at: event.metadata.at + LEFT_AFTER_MS, data: {} } };
    },
    async fire({ key: post_id, data }) {
      if (data.at === undefined) {
        const parts = [texts, marks, comments, notices];
        await Promise.all([...parts.map((part) => part.forgetPost(post_id)), pins.unpin(post_id)]);
        return 'done';
      }
      const at = Number(data.at);
      const outcome = await committer.submit(publishScheduled({ post_id, at }));
      if (outcome.accepted && outcome.result) return 'done';
      const stream = postStream(post_id);
      const post = await committer.read([stream], (states) => states.get(postKind, stream));
      // The clock stepped back since the timer fired: by it the post's time has not come yet.
      return post.phase === 'scheduled' && post.at === at ? { again_at: at } : 'done';
    },
  };
};
