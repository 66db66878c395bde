import { CHOSEN_TYPE, POST_STATUS, POST_TYPE, type PostType } from '#events/status.ts';
import { MAX_ALBUMS_OF_POST, type Post, type PublishPost } from '#services/contract/content/posts.ts';
import type { Vote, VoteInput } from '#services/contract/content/votes.ts';
import type { Terms } from '../../components/content/access/access-words.ts';

/** When a vote ends: so long after the publication, never, or at a chosen time. */
export const VOTE_ENDS = ['week', 'month', 'never', 'custom'] as const;
const DAY_S = 86_400;
const DAYS = { week: 7, month: 30 } as const;

/** A vote in the form. */
export interface VoteValues {
  title: string;
  chosen_type: VoteInput['chosen_type'];
  /** Of several options; 0: all of them. */
  most: number;
  /** `pic`: a file by its id; empty for none. */
  options: { name: string; pic: string }[];
  until: (typeof VOTE_ENDS)[number];
  /** Unix seconds, of `custom`. */
  deadline: number | '';
}

export const NEW_VOTE: VoteValues = {
  title: '',
  chosen_type: CHOSEN_TYPE.single,
  most: 0,
  options: [
    { name: '', pic: '' },
    { name: '', pic: '' },
  ],
  until: 'week',
  deadline: '',
};

interface SavedVote extends Pick<Vote, 'title' | 'chosen_type' | 'most' | 'deadline'> {
  options: readonly { name: string; pic: { file_id: string } | string | null }[];
}

/** A saved vote, or that of a draft, in the form. */
export const voteValuesOf = ({ title, chosen_type, most, options, deadline }: SavedVote): VoteValues => ({
  title,
  chosen_type,
  most: most === options.length ? 0 : most,
  options: options.map(({ name, pic }) => ({
    name,
    pic: typeof pic === 'string' ? pic : (pic?.file_id ?? ''),
  })),
  until: deadline < 0 ? 'never' : 'custom',
  deadline: deadline < 0 ? '' : deadline,
});

/** @param from Unix seconds of the publication */
function voteRequest({ title, chosen_type, most, options, until, deadline }: VoteValues, from: number) {
  const end =
    until === 'never' ? -1 : until === 'custom' ? deadline || 0 : Math.floor(from) + DAYS[until] * DAY_S;
  return {
    title: title.trim(),
    chosen_type,
    most: chosen_type === CHOSEN_TYPE.multiple ? most : 0,
    options: options.map(({ name, pic }) => ({ name: name.trim(), pic })),
    deadline: end,
  };
}

/** The composer's form. */
export interface PostValues {
  type: PostType;
  title: string;
  content: string;
  preview_text: string;
  audience: Post['audience'];
  min_price: string;
  /** Plans by id, and SKUs as `plan_id/sku_id`. */
  named: string[];
  window: Post['window'];
  /** Unix seconds; `''` for none. */
  public_time: number | '';
  goal_id: string;
  publish_time: number | '';
  /** Files by their ids; empty for none. */
  cover: string;
  pics: string[];
  audio: string;
  video: string;
  captions: string;
  attachment: string;
  /** Readers may open the pictures as they were uploaded. */
  original: boolean;
  album_ids: string[];
  /** For search engines; empty: made of the text. */
  share_title: string;
  share_text: string;
  vote: VoteValues | null;
}

export const NEW_POST: PostValues = {
  type: POST_TYPE.normal,
  title: '',
  content: '',
  preview_text: '',
  audience: 'all',
  min_price: '',
  named: [],
  window: 'now',
  public_time: '',
  goal_id: '',
  publish_time: '',
  cover: '',
  pics: [],
  audio: '',
  video: '',
  captions: '',
  attachment: '',
  original: false,
  album_ids: [],
  share_title: '',
  share_text: '',
  vote: null,
};

const SEPARATOR = '/';
export const namedSku = (plan_id: string, sku_id: string): string => `${plan_id}${SEPARATOR}${sku_id}`;

export const postValuesOf = (post: Post): PostValues => ({
  type: post.type,
  title: post.title,
  content: post.content,
  preview_text: post.preview_text,
  audience: post.audience,
  min_price: post.audience === 'price' ? post.audience_price : '',
  named: [...post.plan_ids, ...post.skus.map(({ plan_id, sku_id }) => namedSku(plan_id, sku_id))],
  window: post.window,
  public_time: post.public_time || '',
  goal_id: post.goal_id,
  publish_time: post.status === POST_STATUS.scheduled ? post.publish_time : '',
  cover: post.cover?.file_id ?? '',
  pics: post.pics.map(({ file_id }) => file_id),
  audio: post.audio?.file_id ?? '',
  video: post.video?.file_id ?? '',
  captions: post.captions?.file_id ?? '',
  attachment: post.attachment?.file_id ?? '',
  original: post.original,
  album_ids: post.album_ids,
  share_title: post.share_title,
  share_text: post.share_text,
  vote: post.vote && voteValuesOf(post.vote),
});

/** The same, also in these albums. */
export const inAlbums = <Values extends Pick<PostValues, 'album_ids'>>(
  values: Values,
  album_ids: readonly string[],
): Values => ({
  ...values,
  album_ids: [...new Set([...values.album_ids, ...album_ids])].slice(0, MAX_ALBUMS_OF_POST),
});

/** Whether the form names a file. */
export const hasFiles = ({ cover, pics, audio, video, attachment }: PostValues): boolean =>
  [cover, ...pics, audio, video, attachment].some((file_id) => file_id !== '');

type NamedTerms = Pick<Terms, 'plan_ids' | 'skus'>;

/** Plans and SKUs that the form names. */
export function namedOf(named: readonly string[]): NamedTerms {
  const chosen = named.map((one) => one.split(SEPARATOR));
  return {
    plan_ids: chosen.flatMap(([plan_id = '', sku_id]) => (sku_id === undefined ? [plan_id] : [])),
    skus: chosen.flatMap(([plan_id = '', sku_id]) => (sku_id === undefined ? [] : [{ plan_id, sku_id }])),
  };
}

/** Whether it is for some people: then it has a window, a teaser, and times at which it opens. */
export const isGated = ({ audience }: Pick<PostValues, 'audience'>): boolean =>
  audience !== 'all' && audience !== 'self';

/** Whether the terms can be counted: a price that is being typed cannot. */
export const isWhole = ({ audience, min_price, named }: PostValues): boolean =>
  audience === 'price' ? Number(min_price) > 0 : audience !== 'named' || named.length > 0;

/** Who can read it, as the API and the words take it. */
export function termsOf({ audience, min_price, named, window }: PostValues): Terms {
  const none: NamedTerms = { plan_ids: [], skus: [] };
  return {
    audience,
    audience_price: audience === 'price' ? min_price.trim() : '',
    ...(audience === 'named' ? namedOf(named) : none),
    window: isGated({ audience }) ? window : 'now',
  };
}

/** The terms as a request: without a price where none counts. */
export function termsRequest(values: PostValues) {
  const { audience_price: min_price, ...terms } = termsOf(values);
  return min_price === '' ? terms : { ...terms, min_price };
}

/** Pictures of a vote's options, by their ids. */
export const votePictures = ({ vote }: Pick<PostValues, 'vote'>): string[] =>
  vote?.options.flatMap(({ pic }) => (pic === '' ? [] : [pic])) ?? [];

/** A request as a draft: without the time of its publication. */
export function draftOf({ publish_time: _time, draft: _draft, ...body }: PublishPost) {
  return body;
}

/** The post that is edited, as far as a request needs it. */
export type SavedPost = (Pick<Post, 'post_id' | 'album_ids'> & Partial<Pick<Post, 'publish_sn'>>) | undefined;

/** Saves the values. Of an audience that changed, fields that no longer count are left out. */
export function postRequest(
  values: PostValues,
  { saved, draft, now = Date.now() / 1000 }: { saved: SavedPost; draft: boolean; now?: number },
): PublishPost {
  const { type, title, content, preview_text, public_time, goal_id, publish_time } = values;
  const { cover, pics, audio, video, attachment, album_ids, share_title, share_text, vote } = values;
  const captions = video === '' ? '' : values.captions;
  const gated = isGated(values);
  const original = gated && pics.length > 0 && values.original;
  return {
    ...(saved && { post_id: saved.post_id }),
    // Albums that changed in another window stay as they are.
    ...(album_ids.join() !== (saved?.album_ids ?? []).join() && { album_ids }),
    type,
    title: type === POST_TYPE.article ? title.trim() : '',
    content,
    // The vote of a published post stays as it is.
    ...(!saved?.publish_sn && { vote: vote && voteRequest(vote, publish_time || now) }),
    media: {
      cover: type === POST_TYPE.article || video !== '' ? cover : '',
      pics,
      audio,
      video,
      captions,
      attachment,
      original,
    },
    preview_text: gated ? preview_text.trim() : '',
    share_title: share_title.trim(),
    share_text: share_text.trim(),
    ...termsRequest(values),
    public_time: (gated && public_time) || 0,
    goal_id: gated ? goal_id : '',
    publish_time: draft ? 0 : publish_time || 0,
    draft,
  };
}
