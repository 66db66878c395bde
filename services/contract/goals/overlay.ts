import { z } from 'zod';
import { OVERLAY_PLATE, OVERLAY_SIZE } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { asOf, code, id, nothing, seconds, text, whole } from '#services/contract/fields/fields.ts';
import { goal } from './goals.ts';

const color = z.string().regex(/^#[0-9a-f]{6}$/i);

export const overlayStyle = z.object({
  /** Empty: the first goal that is shown and not reached yet */
  goal_id: z.union([id, z.literal('')]),
  show_goal: z.boolean(),
  show_supporters: z.boolean(),
  supporters: whole(1, 10),
  size: code(OVERLAY_SIZE),
  plate: code(OVERLAY_PLATE),
  bar_color: color,
  text_color: color,
});

/** `token` belongs into the fragment of the page's address, `/overlay#<token>`, which is never sent */
const own = z.object({ token: z.string(), style: overlayStyle });
export const getOverlay = endpoint('GET', '/api/creator/overlay', { access: 'creator', answer: own });
export const saveOverlay = endpoint('POST', '/api/creator/save-overlay', {
  access: 'creator',
  body: overlayStyle,
  answer: own,
});
/** Replaces the link; the previous one stops working immediately */
export const renewOverlay = endpoint('POST', '/api/creator/renew-overlay', {
  access: 'creator',
  answer: own,
});
/** Shows a test supporter on every open overlay of the caller; nothing is recorded */
export const testOverlay = endpoint('POST', '/api/creator/test-overlay', {
  access: 'creator',
  answer: nothing,
});

export const OVERLAY_HEADER = 'x-overlay-token';
export const overlayHeaders = z.looseObject({ [OVERLAY_HEADER]: text(160, 1) });
/** Newest first; an empty name: the supporter does not show it */
const supporter = z.object({ name: z.string(), avatar: z.string(), time: seconds });
export const showOverlay = endpoint('GET', '/api/overlay', {
  access: 'guest',
  headers: overlayHeaders,
  answer: z.object({
    goal: goal.nullable(),
    supporters: z.array(supporter),
    style: overlayStyle,
    as_of: asOf,
  }),
  limit: 'link',
  reads: ['goals', 'orders'],
});

export type Overlay = z.infer<typeof showOverlay.answer>;
export type OverlayStyle = z.infer<typeof overlayStyle>;
