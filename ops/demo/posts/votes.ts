import type { VoteTerms } from '#events/content.ts';
import { castBallot } from '#services/commerce/content/votes/cast-ballot.ts';
import { openVoteTexts } from '#services/modules/content/vote-texts.ts';
import { accepted, atTime } from '../at-time.ts';
import type { DemoCreator } from '../content/creator.ts';
import { creatorId, FANS, fanId } from '../people.ts';
import { randomFrom } from '../random.ts';
import type { DemoTools } from '../tools.ts';
import type { DemoPost } from './demo-post.ts';

const SEED = 37_600;
/** The share of fans who vote, and of them those who choose two options. */
const VOTING = 0.25;
const CHOOSING_TWO = 0.3;

const WORDS: Readonly<Record<DemoCreator['language'], { title: string; names: readonly string[] }>> = {
  'zh-CN': { title: '下一期想看什么？', names: ['幕后花絮', '新作预告', '读者问答', '直播聊天'] },
  'en-US': {
    title: 'What would you like to see next?',
    names: ['Behind the scenes', 'A preview of new work', 'Questions and answers', 'A live stream'],
  },
};

/** The newest open post of a creator asks its readers; undefined for other posts. */
export const asksReaders = (post: DemoPost, own: readonly DemoPost[]): boolean =>
  post === own.findLast(({ kind, terms }) => kind === 'post' && terms.audience.to === 'all');

/** The vote of such a post, with its text stored. */
export async function voteOf(pool: DemoTools['pool'], { post_id, creator }: DemoPost): Promise<VoteTerms> {
  const text = { ...WORDS[creator.language], pics: [] };
  const of = { post_id, creator_id: creatorId(creator), present: '' };
  const { text_hash } = await openVoteTexts(pool).save(of, text);
  const options = text.names.map((_, n) => String(n + 1));
  return { chosen: 'multiple', most: 2, options, deadline: null, text_hash };
}

/** Fans vote; the same ballots with every run. */
export async function castBallots(
  { committer, now }: Pick<DemoTools, 'committer' | 'now'>,
  posts: readonly DemoPost[],
): Promise<void> {
  const random = randomFrom(SEED);
  for (const { post_id, creator } of posts) {
    const options = WORDS[creator.language].names.map((_, n) => String(n + 1));
    const ballots = [];
    for (let fan = 0; fan < FANS; fan += 1) {
      if (!random.chance(VOTING)) continue;
      const first = random.pick(options);
      const others = options.filter((option) => option !== first);
      const chosen = random.chance(CHOOSING_TWO) ? [first, random.pick(others)] : [first];
      ballots.push(castBallot({ post_id, user_id: fanId(fan), options: chosen }));
    }
    await Promise.all(ballots.map((ballot) => accepted(committer.submit(atTime(ballot, now)))));
  }
}
