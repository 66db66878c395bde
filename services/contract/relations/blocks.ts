import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, searchText, seconds, whole } from '../fields/fields.ts';

/**
 * `block`: both do not see each other's comments. `reject`: the person cannot comment, like, vote or sponsor at the
 * caller, who is a creator; what was paid stays open until its end.
 */
const type = z.enum(['block', 'reject']);
const change = {
  access: 'fan',
  body: z.object({ user_id: id, type: type.default('block') }),
  answer: z.object({ is_block: z.boolean(), is_reject: z.boolean() }),
} as const;

/**
 * Blocks or rejects a person; again changes nothing. Rejecting ends the person's agreements to renewals with the caller.
 * Refused: oneself (40000), somebody who is not there (40400), rejecting by others than creators (40300), and more than
 * 5,000 people (40902).
 */
export const blockUser = endpoint('POST', '/api/user/block', change);
/** Ends that; again changes nothing. Agreements that were ended stay ended. */
export const unblockUser = endpoint('POST', '/api/user/unblock', change);

/** What the caller has set about a person. */
export const getBlock = endpoint('GET', '/api/user/get-block', {
  access: 'fan',
  query: z.object({ user_id: id }),
  answer: z.object({ is_block: z.boolean(), is_reject: z.boolean() }),
});

const blockedPerson = z.object({
  user_id: id,
  name: z.string(),
  avatar: z.string(),
  url_slug: z.string(),
  create_time: seconds,
  rank: z.number().int(),
});
export type BlockedPerson = z.infer<typeof blockedPerson>;

/** Those whom the caller blocks or rejects, the newest first. */
export const listBlocks = endpoint('GET', '/api/my/block-list', {
  access: 'fan',
  query: z.object({
    type: type.default('block'),
    /** A part of the name */
    search: searchText(40).default(''),
    /** The last one of the page before; 0: the first page */
    rank: whole(0, Number.MAX_SAFE_INTEGER).default(0),
    per_page: whole(1, 50).default(20),
  }),
  answer: z.object({ list: z.array(blockedPerson), has_more: z.boolean() }),
});
