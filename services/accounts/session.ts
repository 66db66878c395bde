import { hash, randomBytes } from 'node:crypto';
import type { UserId } from '#events/ids.ts';
import type { StaffRole } from './staff/roles.ts';

/** A session and the cookie that carries it live for 360 days. */
export const SESSION_SECONDS = 360 * 86_400;

/** What a live session says of the user behind it. */
export interface LiveSession {
  user_id: UserId;
  roles: readonly StaffRole[];
  is_creator: boolean;
  /** SHA-256 of the token, hex: what the sessions are stored by. */
  token_hash: string;
}

/** 32 random bytes, base64url: known to its owner alone. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const tokenHash = (token: string): string => hash('sha256', token);
