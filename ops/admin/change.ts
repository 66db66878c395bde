import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { APPROVED, ON_HOLD, openCertifications, REJECTED } from '#services/accounts/certifications.ts';
import { changeStaff } from '#services/accounts/change-staff.ts';
import { isRightName, openRightsRegister, type RightName, rightNames } from '#services/accounts/rights.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#services/accounts/roles.ts';
import { openStaff } from '#services/accounts/staff.ts';
import type { Vault } from '#services/accounts/vault.ts';
import { startCommitter } from '#services/commerce/committer.ts';
import { systemClock } from '#services/runtime/clock.ts';

/** What an admin grants: a staff role, being certified, or a right that was taken away. */
type Grantable = StaffRole | 'verified' | RightName;
export const grantable: readonly Grantable[] = [...staffRoles, 'verified', ...rightNames];
export const isGrantable = (text: string): text is Grantable => grantable.some((one) => one === text);

export interface Change {
  action: 'grant' | 'revoke' | 'hold';
  account: string;
  what: Grantable;
  /** Of a staff role: written down with the change. */
  reason?: string;
}

/** What is written down when nobody says more. */
const NO_REASON = 'by the command line';

const decisions = {
  grant: { status: APPROVED, now: 'is now verified', already: 'was verified already' },
  revoke: { status: REJECTED, now: 'is no longer verified', already: 'was not verified' },
  hold: { status: ON_HOLD, now: 'is on hold', already: 'was on hold already' },
} as const;

/** @returns whether it changed anything */
async function changeRoleOf(
  pool: Pool,
  user_id: UserId,
  role: StaffRole,
  granted: boolean,
  reason: string,
): Promise<boolean> {
  const log = postgresLog(pool);
  const committer = startCommitter({ log, pool, clock: systemClock });
  const staff = openStaff(pool, systemClock);
  try {
    const outcome = await changeStaff({ committer, staff }, { user_id, role, granted, by: null, reason });
    if (!outcome.accepted) throw new Error(`the change of a role was refused: ${outcome.refusal.code}`);
    return outcome.result.changed;
  } finally {
    await committer.close();
    await log.close();
  }
}

/** @returns what is to be said of the account */
export async function change(
  pool: Pool,
  vault: Vault,
  user: UserId,
  { action, what, reason = NO_REASON }: Change,
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
  const changed = await changeRoleOf(pool, user, what, granting, reason);
  if (granting) return changed ? `is now ${what}` : `was ${what} already`;
  return changed ? `is no longer ${what}` : `was not ${what}`;
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
