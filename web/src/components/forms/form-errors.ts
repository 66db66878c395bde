import type { ParseKeys, TFunction } from 'i18next';
import type { z } from 'zod';
import type { FormErrors } from './refused-fields.ts';

/** The used fields of a zod issue; other fields differ by kind. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly message: string;
}

const MONEY = /(^|\.)(price|favorable_price|vip_price|time_limit_price)$/;

interface Sentence {
  key: ParseKeys<'creator'>;
  values?: Record<string, number>;
}

/** The sentence of an error: by field if the rule belongs to the field, else by kind of issue. */
export function sentenceFor(issue: Issue): Sentence {
  const path = issue.path.join('.');
  if (path === 'url_slug') return { key: 'error.slug' };
  if (MONEY.test(path)) return { key: 'error.money' };
  if (issue.code === 'too_small' && Number(issue.minimum) <= 1) return { key: 'error.required' };
  if (issue.code === 'too_small') return { key: 'error.atLeast', values: { min: Number(issue.minimum) } };
  if (issue.code === 'too_big') return { key: 'error.atMost', values: { max: Number(issue.maximum) } };
  return { key: 'error.invalid' };
}

/** Checks a request by the server's own schema before it is sent; undefined when nothing is wrong. */
export function errorsOf(
  schema: z.ZodType,
  request: unknown,
  t: TFunction<'creator'>,
): FormErrors | undefined {
  const result = schema.safeParse(request);
  if (result.success) return undefined;
  const errors: FormErrors = {};
  for (const issue of result.error.issues) {
    const { key, values } = sentenceFor(issue as Issue); // all occurring issues have these fields
    errors[issue.path.join('.')] ??= t(key, values ?? {});
  }
  return errors;
}
