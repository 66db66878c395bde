/** The list shows open differences, one state, or all. */
export const VIEWS = ['open', 'only_ours', 'only_theirs', 'differs', 'matched', 'awaited', 'all'] as const;
export type View = (typeof VIEWS)[number];
/** Providers whose statements are known. */
export const PROVIDERS = ['sandbox', 'alipay', 'wechat', 'stripe'] as const;

export interface ItemFilter {
  /** Open differences by default, in a search all. */
  view?: View | undefined;
  /** The search words. */
  q?: string | undefined;
  provider?: (typeof PROVIDERS)[number] | undefined;
  /** Business days, both included. */
  from?: string | undefined;
  to?: string | undefined;
  page?: number | undefined;
}
