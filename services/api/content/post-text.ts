import type { z } from 'zod';
import { POST_TYPE } from '#events/status.ts';
import type { PostMedia, publishPost } from '#services/contract/content/posts.ts';
import { filesIn, plainTextOf, richTextProblem, storedDoc } from '#services/contract/content/rich-text.ts';
import type { PostText } from '#services/modules/content/post-texts.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

type Body = Pick<
  z.output<typeof publishPost.body>,
  'type' | 'title' | 'content' | 'rich' | 'preview_text' | 'media'
>;

const hasFiles = ({ original: _, ...files }: PostMedia): boolean =>
  Object.values(files).some(({ length }) => length > 0);

/** Why a body is no text of its type: an article has a title, and text, files or cards; only it has rich text. */
export function textRefusal({ type, title, content, rich, media }: Body): Refusal | null {
  const required = (field: string) => badInput(field, { key: 'required' });
  if (type === POST_TYPE.article && title.trim() === '') return required('title');
  if (rich === '') return content.trim() === '' && !hasFiles(media) ? required('content') : null;
  if (type !== POST_TYPE.article) return badInput('rich', { key: 'unknown' });
  const problem = richTextProblem(rich);
  if (problem) return badInput('rich', problem);
  const doc = storedDoc(rich);
  return doc === null || (plainTextOf(doc) === '' && filesIn(doc).length === 0) ? required('rich') : null;
}

/** The text that is stored. Rich text has passed textRefusal; the plain text is made from it. */
export function textOf({ title, content, preview_text, rich, media }: Body): PostText {
  const doc = storedDoc(rich);
  return {
    title: title.trim(),
    content: doc === null ? content : plainTextOf(doc),
    preview_text: preview_text.trim(),
    rich,
    media: hasFiles(media) ? JSON.stringify({ ...media, pics: [...new Set(media.pics)] }) : '',
  };
}
