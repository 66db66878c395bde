import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isWebLink } from './rich-nodes.ts';

/** Title and description of a page, as an article shows it; empty if the page cannot be read. */
export const embedCard = endpoint('POST', '/api/post/embed-card', {
  access: 'creator',
  right: 'content',
  limit: 'print',
  body: z.object({ url: z.string().refine(isWebLink, { message: 'not_a_link' }) }),
  answer: z.object({ url: z.string(), title: z.string(), description: z.string() }),
});
