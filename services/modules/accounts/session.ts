import { hash, randomBytes } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { StaffRole } from './roles.ts';

/** A session and the cookie that carries it live for 360 days. */
export const SESSION_SECONDS = 360 * 86_400;

/** Sessions of staff live for eight hours where staff needs a second factor. */
export const STAFF_SESSION_MS = 8 * 3_600_000;

/** Facts about the user of a live session. */
export interface LiveSession {
  user_id: UserId;
  roles: readonly StaffRole[];
  is_creator: boolean;
  /** Signing in takes a second factor. */
  has_factor: boolean;
  /** When a code confirmed an action last; 0: never. */
  confirmed_at: Millis;
  /** A member who acts for the creator `user_id`: events have the member as actor. */
  member_id?: UserId;
  sid: string;
}

/** A session that has just begun. */
export interface OpenedSession {
  sid: string;
  user_id: UserId;
  opened_at: Millis;
  expires_at: Millis;
}

/** 32 random bytes, base64url: known only to its owner. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHash = (token: string): string => hash('sha256', token);
