/** What the page shows, as it stands in the address: ids alone, no account. */
export interface SupportSearch {
  user_id?: string | undefined;
  order?: string | undefined;
  /** Why it is looked at. */
  reason?: string | undefined;
  page?: number | undefined;
}
