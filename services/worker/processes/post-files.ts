import type { Pool } from 'pg';
import type { DataOf } from '#events/registry.ts';
import { postStream, voteStream } from '#events/stream-names.ts';
import { isLive, postKind } from '#services/commerce/content/post.ts';
import { voteKind } from '#services/commerce/content/votes/vote.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { fileIdsOf, usedByPost, usedByVote } from '#services/modules/content/post-media.ts';
import { openPostTexts } from '#services/modules/content/post-texts.ts';
import { openVoteTexts } from '#services/modules/content/vote-texts.ts';
import { openMediaFiles } from '#services/modules/media/files.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Process } from '../process.ts';

/** The request notes the files itself; this is for what a crash left undone. */
const LEFT_AFTER_MS = 5_000;

interface Parts {
  pool: Pool;
  clock: Clock;
  committer: Pick<Committer, 'read'>;
}

/** Notes which files the present texts of a post and its vote show; those of a deleted one are unused. */
export const postFiles = ({ pool, clock, committer }: Parts): Process => {
  const texts = openPostTexts(pool);
  const votes = openVoteTexts(pool);
  const files = openMediaFiles({ pool, clock });
  return {
    name: 'post-files',
    types: [
      'PostCreated',
      'PostTextChanged',
      'PostPublished',
      'PostScheduled',
      'PostDeleted',
      'VoteCreated',
      'VoteChanged',
      'VoteRemoved',
    ],
    timerFor({ data, metadata }) {
      const { post_id: key } = data as DataOf<'PostDeleted'>; // every type names the post
      return { key, set: { due_at: metadata.at + LEFT_AFTER_MS, data: {} } };
    },
    async fire({ key: post_id }) {
      const [stream, voted] = [postStream(post_id), voteStream(post_id)];
      const [post, vote] = await committer.read([stream, voted], (states) => [
        states.get(postKind, stream),
        states.get(voteKind, voted),
      ]);
      const text = isLive(post)
        ? (await texts.of([{ ...post, has_right: true }], 'whole'))(post_id)
        : undefined;
      await files.setUses(usedByPost(post_id), text ? fileIdsOf(text) : []);
      const asked =
        isLive(post) && 'terms' in vote
          ? await votes.salted({ post_id, text_hash: vote.terms.text_hash })
          : undefined;
      await files.setUses(usedByVote(post_id), asked?.pics.filter((pic) => pic !== '') ?? []);
      return 'done';
    },
  };
};
