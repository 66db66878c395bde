import type { TFunction } from 'i18next';
import { MAX_SHARE_TEXT, MAX_SHARE_TITLE } from '#services/contract/content/posts.ts';
import { visibleLength } from '#services/contract/fields/visible-text.ts';
import { richText } from '../../../components/content/rich-node.ts';
import type { FormErrors } from '../../../components/forms/refused-fields.ts';
import { docOf, missingFiles } from '../editor/saved-doc.ts';
import { postErrors } from '../post-errors.ts';
import type { ArticleValues } from './article-values.ts';

interface Options {
  t: TFunction<['content-compose', 'media', 'content-vote-edit']>;
  isPublished: boolean;
}

/** What is missing or impossible in an article; the server checks all of it again. */
export function articleErrors(values: ArticleValues, options: Options): FormErrors {
  const content = richText(values.rich);
  const { content: missing, ...errors } = postErrors({ ...values, content }, options);
  // Pictures alone are an article, too.
  const isEmpty = missing !== undefined && missingFiles(docOf(values.rich), () => undefined).length === 0;
  const tooLong = (of: string, most: number) => visibleLength(of.trim()) > most;
  return {
    ...errors,
    ...(isEmpty && { rich: missing }),
    ...(tooLong(values.share_title, MAX_SHARE_TITLE) && {
      share_title: options.t('error.tooLong', { most: MAX_SHARE_TITLE }),
    }),
    ...(tooLong(values.share_text, MAX_SHARE_TEXT) && {
      share_text: options.t('error.tooLong', { most: MAX_SHARE_TEXT }),
    }),
  };
}
