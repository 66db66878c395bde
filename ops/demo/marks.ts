import type { Pool } from 'pg';
import type { DemoCreator } from './content/creator.ts';
import { creatorId, FANS, fanId } from './people.ts';
import type { DemoPost } from './posts/demo-post.ts';
import { randomFrom } from './random.ts';
import { FAN_ACCOUNT } from './story.ts';

const SEED = 37_000;
/** Creators that a fan follows at most, and what the printed fan leaves out. */
const MOST_FOLLOWED = 4;
const NOT_FOLLOWED = 2;
/** Posts of each creator that the printed fan collects, the newest, and the share of other fans who do. */
const COLLECTED = 2;
const COLLECTING = 0.2;
/** Open posts of each followed creator that a fan may like, the newest, and how likely each is. */
const LIKABLE = 12;
const LIKING = 0.4;

/** Fans follow creators, collect and like posts; the same rows with every run. */
export async function addMarks(
  pool: Pool,
  posts: ReadonlyMap<DemoCreator, readonly DemoPost[]>,
): Promise<void> {
  const random = randomFrom(SEED);
  const creators = [...posts.keys()];
  const rows: [user_id: string, kind: 'creator' | 'post' | 'like', subject_id: string, creator_id: string][] =
    [];
  for (let fan = 0; fan < FANS; fan += 1) {
    const isPrinted = fan === FAN_ACCOUNT;
    const followed = isPrinted
      ? creators.slice(0, -NOT_FOLLOWED)
      : Array.from({ length: random.whole(0, MOST_FOLLOWED) }, () => random.pick(creators));
    for (const creator of followed) {
      const creator_id = creatorId(creator);
      rows.push([fanId(fan), 'creator', creator_id, creator_id]);
      if (isPrinted || random.chance(COLLECTING))
        for (const { post_id } of posts.get(creator)?.slice(-COLLECTED) ?? [])
          rows.push([fanId(fan), 'post', post_id, creator_id]);
      const open = posts.get(creator)?.filter(({ terms }) => terms.audience.to === 'all') ?? [];
      for (const { post_id } of open.slice(-LIKABLE))
        if (random.chance(LIKING)) rows.push([fanId(fan), 'like', post_id, creator_id]);
    }
  }
  await pool.query(
    `INSERT INTO relations.marks (user_id, kind, subject_id, creator_id)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
    [0, 1, 2, 3].map((column) => rows.map((row) => row[column])),
  );
}
