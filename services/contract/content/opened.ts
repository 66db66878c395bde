import { z } from 'zod';
import { id } from '../fields/fields.ts';

/** What can be read with a purchase: published posts, never hidden ones. */
export const opened = z.object({
  /** Each post once, also in albums. Of members' posts, and of each album's, the newest 1,000 count */
  post_count: z.number().int(),
  /** The newest three of them; a title is empty where the post has neither title nor teaser */
  posts: z.array(z.object({ post_id: id, title: z.string() })),
  album_count: z.number().int(),
  /** The last changed three of the albums that it opens as a whole */
  albums: z.array(
    z.object({
      album_id: id,
      title: z.string(),
      /** Address of a picture; empty without one */
      cover: z.string(),
      post_count: z.number().int(),
    }),
  ),
});
export type Opened = z.infer<typeof opened>;
