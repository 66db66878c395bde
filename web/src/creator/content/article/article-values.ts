import { POST_TYPE } from '#events/status.ts';
import type { DraftBody } from '#services/contract/content/drafts.ts';
import type { Post, PublishPost } from '#services/contract/content/posts.ts';
import {
  draftOf,
  NEW_POST,
  namedSku,
  type PostValues,
  postRequest,
  postValuesOf,
  type SavedPost,
  voteValuesOf,
} from '../post-values.ts';

/** The form of an article. */
export interface ArticleValues extends PostValues {
  /** JSON of the document; empty for an empty one. */
  rich: string;
}

export const NEW_ARTICLE: ArticleValues = { ...NEW_POST, type: POST_TYPE.article, rich: '' };

/** Paragraphs of a plain text, as articles had before documents. */
const richOf = (content: string): string =>
  JSON.stringify({
    type: 'doc',
    content: content.split('\n').map((line) => ({
      type: 'paragraph',
      ...(line !== '' && { content: [{ type: 'text', text: line }] }),
    })),
  });

export const articleValuesOf = (post: Post): ArticleValues => ({
  ...postValuesOf(post),
  rich: post.rich || richOf(post.content),
});

/** Saves the values; the server makes the plain text of the document. */
export function articleRequest(
  values: ArticleValues,
  to: { saved: SavedPost; draft: boolean; now?: number },
): PublishPost {
  return { ...postRequest(values, to), content: '', rich: values.rich };
}

const DAY_S = 86_400;

/** The same as a draft: without the time of its publication. The end of a vote is counted in days, so that drafts compare. */
export function articleDraft(values: ArticleValues, saved: SavedPost) {
  const now = Math.ceil(Date.now() / 1000 / DAY_S) * DAY_S;
  return draftOf(articleRequest(values, { saved, draft: false, now }));
}

/** The form of a draft; an older one can lack fields. */
export function draftValues(body: Partial<DraftBody>, saved: SavedPost): ArticleValues {
  const { title, preview_text, audience, min_price, plan_ids = [], skus = [] } = body;
  const { cover = '', pics = [], audio = '', video = '', attachment = '' } = body.media ?? {};
  const { captions = '', original = false } = body.media ?? {};
  return {
    ...NEW_ARTICLE,
    title: title ?? '',
    preview_text: preview_text ?? '',
    audience: audience ?? 'all',
    min_price: min_price ?? '',
    named: [...plan_ids, ...skus.map(({ plan_id, sku_id }) => namedSku(plan_id, sku_id))],
    window: body.window ?? 'now',
    public_time: body.public_time || '',
    goal_id: body.goal_id ?? '',
    share_title: body.share_title ?? '',
    share_text: body.share_text ?? '',
    album_ids: body.album_ids ?? saved?.album_ids ?? [],
    cover,
    pics,
    audio,
    video,
    captions,
    attachment,
    original,
    rich: body.rich ?? '',
    vote: body.vote ? voteValuesOf(body.vote) : null,
  };
}
