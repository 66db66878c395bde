/** The list shows open differences, or one state. */
export const VIEWS = ['open', 'only_ours', 'only_theirs', 'differs', 'matched', 'awaited'] as const;
export type View = (typeof VIEWS)[number];
/** Providers whose statements are known. */
export const PROVIDERS = ['sandbox', 'stripe'] as const;

export interface ItemFilter {
  view?: View | undefined;
  provider?: (typeof PROVIDERS)[number] | undefined;
  /** Business days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}
