import { getProfile, getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { queryOf } from '../../api/queries.ts';

const FRESH_MS = 60_000;

/** A creator by the name in the address. */
export const creatorBySlugQuery = (url_slug: string, enabled = true) =>
  queryOf(getProfileBySlug, { url_slug }, { enabled, staleTime: FRESH_MS, select: ({ user }) => user });

/** A person by id; without an id, no request is sent. */
export const personQuery = (user_id: string | undefined) =>
  queryOf(
    getProfile,
    { user_id: user_id ?? '' },
    { enabled: user_id !== undefined, staleTime: FRESH_MS, select: ({ user }) => user },
  );
