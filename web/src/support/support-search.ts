/** Search parameters of the page: ids only, no account names. */
export interface SupportSearch {
  user_id?: string | undefined;
  order?: string | undefined;
  /** Why it is looked at. */
  reason?: string | undefined;
  page?: number | undefined;
  /** A post whose access is explained, and as of when in Unix seconds; now without a time. */
  post?: string | undefined;
  at?: number | undefined;
}
