/** Steps of /bind: a first one of a kind, or an own and then the new one of a change. */
export const BIND_TYPES = ['phone', 'email', 'old_phone', 'new_phone', 'old_email', 'new_email'] as const;
export type BindType = (typeof BIND_TYPES)[number];
