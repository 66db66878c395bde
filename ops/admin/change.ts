import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { APPROVED, ON_HOLD, openCertifications, REJECTED } from '#services/accounts/certifications.ts';
import { isRightName, openRightsRegister, type RightName, rightNames } from '#services/accounts/rights.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#services/accounts/roles.ts';
import { openStaff } from '#services/accounts/staff.ts';
import type { Vault } from '#services/accounts/vault.ts';
import { systemClock } from '#services/runtime/clock.ts';

/** What an admin grants: a staff role, being certified, or a right that was taken away. */
type Grantable = StaffRole | 'verified' | RightName;
export const grantable: readonly Grantable[] = [...staffRoles, 'verified', ...rightNames];
export const isGrantable = (text: string): text is Grantable => grantable.some((one) => one === text);

export interface Change {
  action: 'grant' | 'revoke' | 'hold';
  account: string;
  what: Grantable;
}

const decisions = {
  grant: { status: APPROVED, now: 'is now verified', already: 'was verified already' },
  revoke: { status: REJECTED, now: 'is no longer verified', already: 'was not verified' },
  hold: { status: ON_HOLD, now: 'is on hold', already: 'was on hold already' },
} as const;

/** @returns what is to be said of the account */
export async function change(
  pool: Pool,
  vault: Vault,
  user: UserId,
  { action, what }: Change,
): Promise<string> {
  const granting = action === 'grant';
  if (what === 'verified') {
    const { status, now, already } = decisions[action];
    const changed = await openCertifications(pool, vault, systemClock).decide(user, status);
    return changed ? now : already;
  }
  if (isRightName(what)) {
    const register = openRightsRegister(pool, systemClock);
    const changed = granting ? await register.give(user, what) : await register.take(user, what);
    if (granting) return changed ? `has ${what} again` : `had ${what} already`;
    return changed ? `no longer has ${what}` : `did not have ${what}`;
  }
  if (!isStaffRole(what)) return what satisfies never;
  const staff = openStaff(pool, systemClock);
  if (granting) return (await staff.grant(user, what)) ? `is now ${what}` : `was ${what} already`;
  return (await staff.revoke(user, what)) ? `is no longer ${what}` : `was not ${what}`;
}

export async function listStaff(pool: Pool): Promise<string[]> {
  const members = await openStaff(pool, systemClock).list();
  if (members.length === 0) return ['nobody has a staff role'];
  return members.map(({ user_id, name, roles }) => `${user_id}  ${roles.join(', ')}  ${name}`);
}

/** Creators who ask to be certified, longest waiting first, with what they show. */
export async function listWaiting(pool: Pool, vault: Vault): Promise<string[]> {
  const certifications = openCertifications(pool, vault, systemClock);
  const waiting = await certifications.waiting();
  if (waiting.length === 0) return ['nobody asks to be certified'];
  return Promise.all(
    waiting.map(async ({ user_id, name, status, submitted_at }) => {
      const url = (await certifications.of(user_id))?.url ?? '';
      const since = new Date(submitted_at).toISOString();
      return `${user_id}  ${since}  ${status === ON_HOLD ? 'on hold' : 'new'}  ${url}  ${name}`;
    }),
  );
}
