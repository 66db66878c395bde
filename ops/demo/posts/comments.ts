import type { Pool } from 'pg';
import { derivedHexId, type UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import { mentionOf } from '#services/contract/content/mentions.ts';
import { openComments } from '#services/modules/content/comments/comments.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { commentWords } from '../content/comment-words.ts';
import type { DemoCreator } from '../content/creator.ts';
import { creatorId, FANS, fanId } from '../people.ts';
import { randomFrom } from '../random.ts';
import { FAN_ACCOUNT } from '../story.ts';
import type { DemoPost } from './demo-post.ts';

const SEED = 37_500;
const HOUR_MS = 3_600_000;
/** Posts of each creator with comments, the newest ones for everybody, and threads of each at most. */
const POSTS = 6;
const THREADS = 8;
const ANSWERED = 0.4;
const REPLIED = 0.25;
const MENTIONED = 0.2;
const MOST_LIKES = 12;

/** Posts of each creator on which the printed fan writes, too, and the newest notices of each kind that stay unread. */
const BY_PRINTED = 2;
const UNREAD = 3;

interface Planned {
  request_key: string;
  post_id: string;
  creator_id: UserId;
  user_id: UserId;
  content: string;
  now: Millis;
  parent: Planned | undefined;
  mentions: readonly UserId[];
  /** 0 before it is written. */
  sn: number;
}

/** Fans comment on posts for everybody, creators answer; the same rows with every run. */
export async function addComments(
  { pool, now }: { pool: Pool; now: Millis },
  posts: ReadonlyMap<DemoCreator, readonly DemoPost[]>,
): Promise<void> {
  const random = randomFrom(SEED);
  const mentioning = randomFrom(SEED + 1);
  const planned: Planned[] = [];
  const likes: [comment: Planned, user_id: UserId][] = [];
  for (const [creator, all] of posts) {
    const words = commentWords[creator.language];
    const creator_id = creatorId(creator);
    const newest = all.filter(({ terms }) => terms.audience.to === 'all').slice(-POSTS);
    for (const [place, { post_id, at }] of newest.entries()) {
      let written = 0;
      let time = at;
      const write = (
        user_id: UserId,
        content: string,
        parent?: Planned,
        mentions: readonly UserId[] = [],
      ): Planned => {
        written += 1;
        time = Math.min(now, time + random.whole(1, 9) * HOUR_MS);
        const request_key = derivedHexId('demo-comment', post_id, String(written));
        const own = { request_key, post_id, creator_id, content, now: time };
        const comment = { ...own, user_id, parent, mentions, sn: 0 };
        planned.push(comment);
        return comment;
      };
      const mention = (fan: UserId, parent: Planned): Planned => {
        const content = mentioning.pick(words.mentions).replace('{fan}', mentionOf(fan));
        return write(fanId(mentioning.whole(1, FANS - 1)), content, parent, [fan]);
      };
      for (let n = random.whole(0, THREADS); n > 0; n -= 1) {
        const comment = write(fanId(random.whole(0, FANS - 1)), random.pick(words.comments));
        for (let liked = random.whole(0, MOST_LIKES); liked > 0; liked -= 1)
          likes.push([comment, fanId(random.whole(0, FANS - 1))]);
        if (random.chance(ANSWERED)) write(creator_id, random.pick(words.answers), comment);
        if (random.chance(REPLIED))
          write(fanId(random.whole(0, FANS - 1)), random.pick(words.replies), comment);
        if (mentioning.chance(MENTIONED)) mention(fanId(mentioning.whole(1, FANS - 1)), comment);
      }
      if (place < newest.length - BY_PRINTED) continue;
      const others = write(fanId(random.whole(1, FANS - 1)), random.pick(words.comments));
      mention(fanId(FAN_ACCOUNT), others);
      const comment = write(fanId(FAN_ACCOUNT), random.pick(words.comments));
      write(creator_id, random.pick(words.answers), comment);
      write(fanId(random.whole(1, FANS - 1)), random.pick(words.replies), comment);
      for (let liked = 3; liked > 0; liked -= 1) likes.push([comment, fanId(random.whole(1, FANS - 1))]);
    }
  }
  // In the order of their times, as people write them: lists and notices are in the order of writing.
  const comments = openComments(pool);
  for (const comment of planned.sort((one, other) => one.now - other.now)) {
    const made = await comments.publish({ ...comment, parent_sn: comment.parent?.sn });
    if (isRefusal(made)) throw new Error(`a demo comment was refused: ${made.code}`);
    comment.sn = made.sn;
  }
  await pool.query(
    `INSERT INTO content.comment_likes (comment_sn, user_id)
     SELECT DISTINCT sn, user_id FROM unnest($1::bigint[], $2::text[]) AS liked (sn, user_id) ON CONFLICT DO NOTHING`,
    [likes.map(([{ sn }]) => sn), likes.map(([, user_id]) => user_id)],
  );
  // People have seen most of their notices.
  await pool.query(
    `UPDATE notices.groups g SET seen = arrived
       FROM (SELECT user_id, kind, subject_id,
                    row_number() OVER (PARTITION BY user_id, kind ORDER BY place DESC) AS n
               FROM notices.groups) newest
      WHERE newest.n > ${UNREAD} AND g.user_id = newest.user_id AND g.kind = newest.kind
        AND g.subject_id = newest.subject_id`,
  );
}
