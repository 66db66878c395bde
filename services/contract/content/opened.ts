import { z } from 'zod';
import { id } from '../fields/fields.ts';

/** What can be read with a purchase: published posts, never hidden ones. */
export const opened = z.object({
  /** Of members' posts the newest 1,000 count */
  post_count: z.number().int(),
  /** The newest three of them; a title is empty where the post has neither title nor teaser */
  posts: z.array(z.object({ post_id: id, title: z.string() })),
});
export type Opened = z.infer<typeof opened>;
