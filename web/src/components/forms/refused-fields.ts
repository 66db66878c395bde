import { isRefusal } from '../../api/refusal.ts';

/** Sentences by path of the field, `sku.0.price`. */
export type FormErrors = Record<string, string>;

/** The server's sentences by field; undefined when it named none. */
export function refusedFields(error: unknown): FormErrors | undefined {
  if (!isRefusal(error) || error.errors.length === 0) return undefined;
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
}
