import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { seconds, text, whole } from '#services/contract/fields/fields.ts';

/** Banners of the site, together. */
export const MAX_BANNERS = 10;

/** A path of this site, or an address of another with https. */
const url = text(500, 1).refine((one) => /^\/(?![/\\])/.test(one) || /^https:\/\/[^\s]+$/.test(one), {
  message: 'malformed',
});
const banner = z.object({ image: z.string(), url: z.string() });
const scheduled = banner.extend({ begin_time: seconds, end_time: seconds });

/** Those that are shown now, in their order. */
export const listBanners = endpoint('GET', '/api/banners', {
  access: 'guest',
  answer: z.object({ list: z.array(banner) }),
});
export const listScheduledBanners = endpoint('GET', '/api/admin/banners', {
  access: 'admin',
  answer: z.object({ list: z.array(scheduled) }),
});
/** Replaces all of them. */
export const saveBanners = endpoint('POST', '/api/admin/save-banners', {
  access: 'admin',
  confirm: 'staff',
  body: z.object({
    list: z
      .array(
        z.object({
          /** Address of an uploaded picture, at least 800 × 400 */
          image: text(300, 1),
          url,
          begin_time: whole(0, 4_102_444_800),
          end_time: whole(0, 4_102_444_800),
        }),
      )
      .max(MAX_BANNERS),
    reason: text(200, 1),
  }),
  answer: z.object({ list: z.array(scheduled), changed: z.boolean(), position: z.number().int() }),
});

export type ScheduledBanner = z.infer<typeof scheduled>;
