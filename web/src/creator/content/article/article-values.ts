import { POST_TYPE } from '#events/status.ts';
import type { Post, PublishPost } from '#services/contract/content/posts.ts';
import { NEW_POST, type PostValues, postRequest, postValuesOf } from '../post-values.ts';

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
  to: { post_id: string | undefined; draft: boolean },
): PublishPost {
  return { ...postRequest(values, to), content: '', rich: values.rich };
}
