import { z } from 'zod';
import { CUSTOM_PLAN, WATERMARK } from '#events/status.ts';
import { creator } from '../accounts/accounts.ts';
import { endpoint } from '../endpoint.ts';
import { code, flag, text, whole } from '../fields/fields.ts';

export const setShopCount = endpoint('POST', '/api/creator/set-shop-count', {
  access: 'creator',
  /** 0 to 9, or −1 for all */
  body: z.object({ count: whole(-1, 9) }),
  answer: z.object({ limit_show_product_count: z.number().int() }),
});
/** The description of a free amount until the creator writes one. */
export const CUSTOM_PLAN_DESC = '本方案可反复发电。';
export const setCustomPlan = endpoint('POST', '/api/creator/set-custom-plan', {
  access: 'creator',
  /** Omitted: unchanged. Without text: CUSTOM_PLAN_DESC. */
  body: z.object({ custom_plan: code(CUSTOM_PLAN).optional(), custom_plan_desc: text(200).optional() }),
  answer: z.object({ creator }),
});
export const setWatermark = endpoint('POST', '/api/creator/set-watermark', {
  access: 'creator',
  body: z.object({ watermark: code(WATERMARK) }),
  answer: z.object({ creator }),
});
const theme_id = text(20, 1);
const RGB = /^rgb\((25[0-5]|2[0-4]\d|1?\d{1,2})(,(25[0-5]|2[0-4]\d|1?\d{1,2})){2}\)$/;
export const chooseTheme = endpoint('POST', '/api/creator/choose-theme', {
  access: 'creator',
  body: z.object({ theme_id }),
  answer: z.object({ creator }),
});
/** The colour of the custom theme, which is then in use; others have fixed colours. */
export const saveThemeColor = endpoint('POST', '/api/creator/save-theme-color', {
  access: 'creator',
  body: z.object({
    theme_id,
    theme_color: z.string().regex(RGB),
  }),
  answer: z.object({ creator }),
});
const pageSwitch = {
  access: 'creator',
  body: z.object({ status: flag }),
  answer: z.object({ creator }),
} as const;
export const setShowAlbum = endpoint('POST', '/api/creator/set-show-album', pageSwitch);
export const setShowShop = endpoint('POST', '/api/creator/set-show-shop', pageSwitch);
export const setCanCopyText = endpoint('POST', '/api/creator/set-can-copy-text', pageSwitch);
export const setCanCopyPic = endpoint('POST', '/api/creator/set-can-copy-pic', pageSwitch);
/** Only certified creators switch these off. */
export const setShowSponsorList = endpoint('POST', '/api/creator/set-show-sponsor-list', pageSwitch);
export const setPublicIncome = endpoint('POST', '/api/creator/set-privacy-public-income', pageSwitch);
export const setPublicSponsor = endpoint('POST', '/api/creator/set-privacy-public-sponsor', pageSwitch);
