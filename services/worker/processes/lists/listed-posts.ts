import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { ListedPosts } from '#services/modules/relations/listed-posts.ts';
import type { Process, TimerChange } from '../../process.ts';

/** Between two looks at read models that are behind. */
const RECHECK_MS = 1_000;
/** Payments of a creator, and ballots of a post, within so long count together. */
const MINUTE_MS = 60_000;
const CREATOR = 'creator ';
const BALLOTS = 'ballots ';

/** Keeps what lists of posts and creators are sorted and filtered by, after their events, payments and ballots. */
export const listedPosts = (
  lists: Pick<ListedPosts, 'position' | 'refresh' | 'rescoreCreators' | 'rescorePosts'>,
): Process => ({
  name: 'listed-posts',
  types: [
    'PostPublished',
    'PostTermsChanged',
    'PostTextChanged',
    'PostHidden',
    'PostShown',
    'PostDeleted',
    'OrderPaid',
    'BallotCast',
  ],
  timerFor({ type, data, position, metadata: { at, creator_id } }: RecordedEvent): TimerChange {
    const together = { due_at: Math.ceil(at / MINUTE_MS) * MINUTE_MS, data: { position } };
    if (type === 'OrderPaid') return { key: `${CREATOR}${creator_id}`, set: together };
    if (type === 'BallotCast') return { key: `${BALLOTS}${data.post_id}`, set: together };
    const { post_id: key } = data as DataOf<'PostDeleted'>; // every other type names the post
    return { key, set: { due_at: at, data: { position } } };
  },
  async fire({ key, data: { position } }, now) {
    if ((await lists.position()) < Number(position)) return { again_at: now + RECHECK_MS };
    if (key.startsWith(CREATOR)) await lists.rescoreCreators([key.slice(CREATOR.length)]);
    else if (key.startsWith(BALLOTS)) await lists.rescorePosts([key.slice(BALLOTS.length)]);
    else await lists.refresh(key);
    return 'done';
  },
});
