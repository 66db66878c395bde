import type { AccessTerms } from '#events/content.ts';
import { derivedHexId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { postStream } from '#events/stream-names.ts';
import { DAY_MS, type Millis } from '#events/time.ts';
import { savePost } from '#services/commerce/content/edit-post.ts';
import { postKind } from '#services/commerce/content/post.ts';
import { openPins } from '#services/modules/content/pins.ts';
import { openPostTexts } from '#services/modules/content/post-texts.ts';
import { replaceUses } from '#services/modules/media/uses.ts';
import { accepted, atTime } from '../at-time.ts';
import type { DemoCreator } from '../content/creator.ts';
import { forestDeer } from '../content/forest-deer.ts';
import { postSubjects, postWords } from '../content/post-words.ts';
import { addMarks } from '../marks.ts';
import { planId } from '../offers.ts';
import { creatorId } from '../people.ts';
import { type Random, randomFrom } from '../random.ts';
import type { DemoTools } from '../tools.ts';
import { openDemoAlbums } from './albums.ts';
import { addComments } from './comments.ts';
import type { DemoPost } from './demo-post.ts';
import { type CreatorMedia, makeMedia } from './post-media.ts';
import { asksReaders, castBallots, voteOf } from './votes.ts';

const HOUR_MS = 3_600_000;
const SEED = 35_000;
/** Of the printed creator, and of each other one. */
const MOST_POSTS = 62;
const POSTS_EACH = 27;
/** Days ahead of a scheduled post. */
const SCHEDULED_DAYS = 2;

/** As the text of a post names its files. */
interface PostFiles {
  cover: string;
  pics: string[];
  audio: string;
  video: string;
  attachment: string;
}

const open: AccessTerms = { audience: { to: 'all' }, window: 'now', public_at: null, goal_id: null };

/** Who reads a post for members: mostly all of them. */
function membersTerms(random: Random, creator: DemoCreator, at: Millis): AccessTerms {
  const [, second] = creator.tiers;
  const dearest = creator.tiers.at(-1);
  const form = random.whole(1, 10);
  const terms: AccessTerms = { ...open, audience: { to: 'members' } };
  if (form === 1) return { ...terms, window: 'ever' };
  if (form === 2) return { ...terms, public_at: at + 7 * DAY_MS };
  if (form <= 5 && second) return { ...terms, audience: { to: 'price', min_price: fenOf(second.price) } };
  if (form === 6 && second && dearest)
    return { ...terms, audience: { to: 'named', plan_ids: [planId(creator, dearest)], skus: [] } };
  return terms;
}

/** The form of each post in turn: half of them are open. */
const FORMS = ['open', 'members', 'open', 'members', 'article', 'open', 'members'] as const;

function postOf(random: Random, creator: DemoCreator, number: number, at: Millis): DemoPost {
  const subjects = postSubjects[creator.slug] ?? [];
  const words = postWords[creator.language];
  const form = FORMS[number % FORMS.length] ?? 'open';
  const subject = subjects[number % subjects.length] ?? '';
  const write = (text: string): string => text.replaceAll('{s}', subject);
  const turn = <Item>(items: readonly Item[]): Item => random.pick(items);
  const whose = { creator, post_id: derivedHexId('demo-post', creator.slug, String(number)), at };
  if (form === 'article') {
    const [title = '', ...paragraphs] = turn(words.articles).map(write);
    const locked = random.chance(0.6);
    const [first = ''] = paragraphs;
    return {
      ...whose,
      kind: 'article',
      text: { title, content: paragraphs.join('\n\n'), preview_text: [...first].slice(0, 140).join('') },
      paragraphs,
      terms: locked ? membersTerms(random, creator, at) : open,
    };
  }
  const text = write(turn(form === 'open' ? words.open : words.members));
  const [teaser = ''] = text.split('\n');
  return {
    ...whose,
    kind: 'post',
    text: { title: '', content: text, preview_text: form === 'open' ? '' : teaser },
    paragraphs: [],
    terms: form === 'open' ? open : membersTerms(random, creator, at),
  };
}

/** All posts of the past, oldest first: spread over the days of each creator, in waking hours. */
function demoPosts(
  creators: readonly DemoCreator[],
  { calendar, now }: Pick<DemoTools, 'calendar' | 'now'>,
): DemoPost[] {
  const random = randomFrom(SEED);
  return creators
    .filter(({ slug }) => postSubjects[slug] !== undefined)
    .flatMap((creator) => {
      const count = creator === forestDeer ? MOST_POSTS : POSTS_EACH;
      const step = (creator.since_days * DAY_MS) / count;
      return Array.from({ length: count }, (_, number) => {
        const day = calendar.startOf(calendar.dayOf(now - (count - number) * step));
        const at = day + Math.floor((8 + 14 * random.next()) * HOUR_MS);
        return postOf(random, creator, number, Math.min(at, now - HOUR_MS));
      });
    })
    .sort((one, other) => one.at - other.at);
}

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** The document of an article; what members pay for is behind its paywall line. */
function documentOf({ paragraphs, terms }: DemoPost): string {
  const [first = '', ...others] = paragraphs;
  const line = terms.audience.to === 'all' ? [] : [{ type: 'paywall' }];
  return JSON.stringify({
    type: 'doc',
    content: [paragraph(first), ...line, ...others.map(paragraph)],
  });
}

const NO_FILES: PostFiles = { cover: '', pics: [], audio: '', video: '', attachment: '' };

/**
 * Files of a post: every third one has pictures, every second article a cover. The newest one of a creator has all
 * pictures, the newest for members the video or the audio.
 */
function filesOf(post: DemoPost, own: readonly DemoPost[], media: CreatorMedia | undefined): PostFiles {
  if (media === undefined) return NO_FILES;
  const number = own.indexOf(post);
  const { pictures, video, audio } = media;
  if (post.kind === 'article') {
    return number % 2 === 0 ? { ...NO_FILES, cover: pictures[number % pictures.length] ?? '' } : NO_FILES;
  }
  const isLocked = ({ kind, terms }: DemoPost) => kind === 'post' && terms.audience.to !== 'all';
  if (post === own.findLast(isLocked)) {
    const cover = video === '' ? '' : (pictures[0] ?? '');
    return { ...NO_FILES, cover, video, audio };
  }
  if (post === own.findLast((one) => one.kind === 'post' && !isLocked(one)))
    return { ...NO_FILES, pics: [...pictures] };
  const from = number % pictures.length;
  return number % 3 === 0 ? { ...NO_FILES, pics: pictures.slice(from, from + 1 + (number % 4)) } : NO_FILES;
}

/** Posts that are published between the purchases of the story. */
export interface PostDays {
  /** Publishes those due up to a time; each once, also after an interruption. */
  until(time: Millis): Promise<void>;
  /** Pins a post of each creator, adds albums, and marks, comments and ballots of fans; schedules the printed creator's next. */
  complete(): Promise<void>;
}

export async function openPostDays(
  {
    pool,
    committer,
    media: store,
    calendar,
    now,
  }: Pick<DemoTools, 'pool' | 'committer' | 'media' | 'calendar' | 'now'>,
  creators: readonly DemoCreator[],
): Promise<PostDays> {
  const posts = demoPosts(creators, { calendar, now });
  const ofCreator = Map.groupBy(posts, ({ creator }) => creator);
  const media = new Map<DemoCreator, CreatorMedia>();
  for (const creator of ofCreator.keys()) media.set(creator, await makeMedia({ pool, store, now }, creator));
  const texts = openPostTexts(pool);
  const pins = openPins(pool);
  let next = 0;

  async function publish(post: DemoPost, at: Millis, later?: Millis): Promise<void> {
    const { post_id, creator, kind, terms, text } = post;
    const creator_id = creatorId(creator);
    const stream = postStream(post_id);
    const made = await committer.read([stream], (states) => states.get(postKind, stream).phase === 'none');
    if (!made) return;
    const rich = kind === 'article' ? documentOf(post) : '';
    const shownFiles = filesOf(post, ofCreator.get(creator) ?? [], media.get(creator));
    const { cover, pics, audio, video } = shownFiles;
    const shown = [cover, ...pics, audio, video].filter((file_id) => file_id !== '');
    const written = { ...text, rich, media: shown.length > 0 ? JSON.stringify(shownFiles) : '' };
    const { text_hash } = await texts.save({ post_id, creator_id, present: '' }, written);
    await replaceUses(pool, `post:${post_id}`, shown, now);
    const asks = asksReaders(post, ofCreator.get(creator) ?? []);
    const vote = asks ? await voteOf(pool, post) : undefined;
    const what = { creator_id, post_id, made, kind, terms, text_hash, may_link: true, vote };
    const when = later === undefined ? 'now' : { at: later };
    await accepted(committer.submit(atTime(savePost({ ...what, publish: when }), at)));
  }

  return {
    async until(time) {
      for (let post = posts[next]; post !== undefined && post.at <= time; post = posts[next]) {
        await publish(post, post.at);
        next += 1;
      }
    },
    async complete() {
      for (const creator of creators) {
        const [first] = posts.filter((post) => post.creator === creator && post.terms.audience.to === 'all');
        if (first) await pins.pin(creatorId(creator), first.post_id);
      }
      await addMarks(pool, ofCreator);
      await addComments({ pool, now }, ofCreator);
      await castBallots(
        { committer, now },
        [...ofCreator.values()].flatMap((own) => own.filter((post) => asksReaders(post, own))),
      );
      await openDemoAlbums({ pool, committer, media: store, now }, ofCreator);
      const [newest] = posts
        .filter(({ creator, kind }) => creator === forestDeer && kind === 'post')
        .toReversed();
      if (newest === undefined) return;
      const post_id = derivedHexId('demo-post', forestDeer.slug, 'scheduled');
      await publish({ ...newest, post_id, terms: open }, now, now + SCHEDULED_DAYS * DAY_MS);
    },
  };
}
