import type { useServerForm } from '../../../components/forms/use-server-form.ts';
import type { ArticleValues } from './article-values.ts';

/** The form of an article, for its parts. */
export type ArticleFormState = ReturnType<typeof useServerForm<ArticleValues, unknown, unknown>>;
