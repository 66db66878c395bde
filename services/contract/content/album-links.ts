import { z } from 'zod';
import { ALBUM_STATUS } from '#events/status.ts';
import { endpoint } from '../endpoint.ts';
import { asOf, code, id, minPosition } from '../fields/fields.ts';

const link = {
  access: 'creator',
  right: 'content',
  body: z.object({ album_id: id, plan_id: id, sku_id: id }),
  answer: z.object({ position: z.number().int() }),
} as const;
/** Buyers of the SKU read the whole album from now on. Refused by field without the right `sale_connect_album`. */
export const linkAlbum = endpoint('POST', '/api/creator/link-album', link);
/** Its posts keep their own terms. */
export const unlinkAlbum = endpoint('POST', '/api/creator/unlink-album', link);

const linkedAlbum = z.object({
  sku_id: id,
  album_id: id,
  title: z.string(),
  /** Address of a picture; empty without one */
  cover: z.string(),
  status: code(ALBUM_STATUS),
  post_count: z.number().int(),
});
/** The albums that the SKUs of an own plan open, hidden ones too; at most 500, the last changed first. */
export const listLinkedAlbums = endpoint('GET', '/api/creator/get-linked-albums', {
  access: 'creator',
  right: 'content',
  query: z.object({ plan_id: id, min_position: minPosition }),
  answer: z.object({ list: z.array(linkedAlbum), as_of: asOf }),
  reads: ['posts', 'catalog'],
});
