import type { useServerForm } from '../../components/forms/use-server-form.ts';
import type { PostValues } from './post-values.ts';

/** The form of a post, for its parts. */
export type ComposeFormState = Pick<
  ReturnType<typeof useServerForm<PostValues, unknown, unknown>>,
  'values' | 'getInputProps' | 'setFieldValue' | 'errors' | 'insertListItem' | 'removeListItem'
>;
