import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { outTradeNo, userId } from './ids.ts';
import { millis } from './time.ts';

/** The staff roles; none includes another (docs/domain/staff.md). */
const staffRoleName = z.enum(['support', 'finance', 'admin']);
export type StaffRoleName = z.infer<typeof staffRoleName>;

const roleChange = z.object({
  user_id: userId,
  role: staffRoleName,
  /** Who changed it; null: the command line. */
  by: userId.nullable(),
  reason: z.string(),
});

export const staffEvents = {
  StaffRoleGranted: roleChange,
  StaffRoleRevoked: roleChange,
};

/** Decisions on a creator's certification. */
const certificationVerdict = z.object({
  user_id: userId,
  /** Vault reference of the submitted evidence; null: none was submitted. */
  application_id: z.string().nullable(),
  /** Who decided; null: the command line, or the sandbox automatically. */
  by: userId.nullable(),
  /** Empty at most where it is approved. */
  reason: z.string(),
});

export const certificationEvents = {
  CertificationApproved: certificationVerdict,
  CertificationRejected: certificationVerdict,
  CertificationHeld: certificationVerdict,
  /** An existing certification was revoked. */
  CertificationRevoked: certificationVerdict,
};
const standingChange = z.object({
  user_id: userId,
  /** The admin who changed it. */
  by: userId,
  reason: z.string(),
});

/** Whether a person is shown on the site, hidden from it, or banned from it; and decisions about the account. */
export const standingEvents = {
  UserShown: standingChange,
  UserHidden: standingChange,
  UserBanned: standingChange,
  /** The person has lost the second factor: it no longer counts. `by` null: the command line. */
  UserFactorsRemoved: standingChange.extend({ by: userId.nullable() }),
};
const banner = z.object({
  /** Address of an uploaded picture. */
  image: z.string(),
  /** A path of this site, or an address with https. */
  url: z.string(),
  /** It is shown from `from` until before `until`. */
  from: millis,
  until: millis,
});
export type Banner = z.infer<typeof banner>;

/** All banners of the site, in their order. */
export const bannerEvents = {
  BannersSet: z.object({ banners: z.array(banner), by: userId, reason: z.string() }),
};

/** Support had the messages of an order sent to its buyer again. */
export const resentEvents = {
  MessagesResent: z.object({ out_trade_no: outTradeNo, by: userId, reason: z.string() }),
};
export type CertificationEvent = EventOf<typeof certificationEvents>;

const rightChange = z.object({
  user_id: userId,
  /** A right that every creator has unless it is revoked, e.g. `bundle`. */
  right: z.string(),
  /** Who changed it; null: the command line. */
  by: userId.nullable(),
  reason: z.string(),
});

export const rightsEvents = {
  CreatorRightTaken: rightChange,
  CreatorRightReturned: rightChange,
};
