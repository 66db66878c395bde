import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { Problem } from '#ops/problem.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { openEventLog } from '#services/commerce/committer/event-log.ts';
import type { Committer, Outcome } from '#services/commerce/engine/command.ts';
import { payRights } from '#services/modules/accounts/rights/pay-options.ts';
import {
  isRightName,
  isSpecialRight,
  openRightsRegister,
  type RightName,
  rightNames,
  specialRights,
} from '#services/modules/accounts/rights.ts';
import { isStaffRole, type StaffRole, staffRoles } from '#services/modules/accounts/roles.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { type Certifications, openCertifications } from '#services/modules/staff/certifications.ts';
import { changeRights } from '#services/modules/staff/change-rights.ts';
import { changeStaff } from '#services/modules/staff/change-staff.ts';
import { removeFactorsOf } from '#services/modules/staff/remove-factors.ts';
import { reviewCertification } from '#services/modules/staff/review-certification.ts';
import { openStaff } from '#services/modules/staff/staff.ts';
import { systemClock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';

/** What an admin grants: a staff role, a certification, a revoked right, or a special one. */
type Grantable = StaffRole | 'verified' | RightName;
export const grantable: readonly Grantable[] = [
  ...staffRoles,
  'verified',
  ...rightNames,
  ...specialRights,
  ...payRights,
];
export const isGrantable = (text: string): text is Grantable => grantable.some((one) => one === text);

export interface Change {
  action: 'grant' | 'revoke' | 'hold';
  account: string;
  what: Grantable;
  /** Written down with the change. */
  reason?: string;
}

/** The default reason. */
const NO_REASON = 'by the command line';

const decisions = {
  grant: { verdict: 'approve', now: 'is now verified', already: 'was already verified' },
  revoke: { verdict: 'reject', now: 'is no longer verified', already: 'was not verified' },
  hold: { verdict: 'hold', now: 'is on hold', already: 'was already on hold' },
} as const;

type Decided = Outcome<{ changed: boolean }>;

function changedBy(outcome: Decided): boolean {
  if (outcome.accepted) return outcome.result.changed;
  const [error] = 'errors' in outcome.refusal ? (outcome.refusal.errors ?? []) : [];
  if (error?.message.key === 'last_admin')
    throw new Problem('this is the last admin: grant the role to another person first');
  if (error?.message.key === 'names_a_number') {
    throw new Problem('the reason is stored permanently: do not include phone, card or ID numbers');
  }
  throw new Problem(`refused: ${outcome.refusal.code.replaceAll('_', ' ')}`);
}

/** About the open application, else the existing certification: without both nothing can be put on hold. */
async function review(
  committer: Committer,
  certifications: Certifications,
  user_id: UserId,
  { action, reason = NO_REASON }: Change,
): Promise<Decided> {
  const found = await certifications.of(user_id);
  const waits =
    found?.status === CERTIFICATION_STATUS.pending || found?.status === CERTIFICATION_STATUS.on_hold;
  const application_id = waits ? found.application_id : null;
  const { verdict } = decisions[action];
  const decision = verdict === 'reject' && !waits ? ('revoke' as const) : verdict;
  const decided = { user_id, application_id, verdict: decision, by: null, reason };
  return reviewCertification({ committer, certifications }, decided);
}

/** A creator, or a person who wants to be one. */
async function canBeCertified(pool: Pool, user_id: UserId): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM accounts.creators WHERE user_id = $1
     UNION ALL SELECT FROM accounts.certifications WHERE user_id = $1`,
    [user_id],
  );
  return rowCount !== 0;
}

/** @returns a line about the account */
async function changeWith(
  committer: Committer,
  pool: Pool,
  vault: Vault,
  user_id: UserId,
  request: Change,
): Promise<string> {
  const { action, what, reason = NO_REASON } = request;
  const granting = action === 'grant';
  if (what === 'verified') {
    const { now, already } = decisions[action];
    const certifications = openCertifications(pool, vault, systemClock);
    if (granting && !(await canBeCertified(pool, user_id))) {
      throw new Problem(`${request.account} is no creator and has not applied for certification`);
    }
    const outcome = await review(committer, certifications, user_id, request);
    if (!outcome.accepted && outcome.refusal.code === 'state_does_not_allow') {
      throw new Problem(`${request.account} has no open application`);
    }
    return changedBy(outcome) ? now : already;
  }
  const by = { user_id, by: null, reason };
  if (isRightName(what)) {
    const register = openRightsRegister(pool, systemClock);
    const change = { ...by, right: what, taken: !granting };
    const changed = changedBy(await changeRights({ committer, register }, change));
    if (granting)
      return changed ? `has ${what} ${isSpecialRight(what) ? 'now' : 'again'}` : `already had ${what}`;
    return changed ? `no longer has ${what}` : `did not have ${what}`;
  }
  if (!isStaffRole(what)) return what satisfies never;
  const staff = openStaff(pool, systemClock);
  const change = { ...by, role: what, granted: granting };
  const changed = changedBy(await changeStaff({ committer, staff }, change));
  if (granting) return changed ? `is now ${what}` : `was already ${what}`;
  return changed ? `is no longer ${what}` : `was not ${what}`;
}

async function withCommitter<T>(
  config: Config,
  pool: Pool,
  work: (committer: Committer) => Promise<T>,
): Promise<T> {
  const log = await openEventLog(config, pool);
  const committer = startCommitter({ log, pool, clock: systemClock });
  try {
    return await work(committer);
  } finally {
    await committer.close();
    await log.close();
  }
}

/** @returns a line about the account */
export const change = (
  config: Config,
  pool: Pool,
  vault: Vault,
  user: UserId,
  request: Change,
): Promise<string> =>
  withCommitter(config, pool, (committer) => changeWith(committer, pool, vault, user, request));

/** @returns a line about the account */
export const removeFactor = (
  config: Config,
  parts: { pool: Pool; vault: Vault; outbox: Outbox },
  user: UserId,
  reason: string,
): Promise<string> =>
  withCommitter(config, parts.pool, async (committer) => {
    const outcome = await removeFactorsOf({ ...parts, committer, clock: systemClock }, user, reason);
    return changedBy(outcome) ? 'signs in without the second factor now' : 'had no second factor';
  });

export async function listStaff(pool: Pool): Promise<string[]> {
  const members = await openStaff(pool, systemClock).list();
  if (members.length === 0) return ['no staff roles'];
  return members.map(({ user_id, name, roles }) => `${user_id}  ${roles.join(', ')}  ${name}`);
}

/** Open applications for certification, oldest first, with their evidence. */
export async function listWaiting(pool: Pool, vault: Vault): Promise<string[]> {
  const certifications = openCertifications(pool, vault, systemClock);
  const waiting = await certifications.waiting();
  if (waiting.length === 0) return ['no applications for certification'];
  return Promise.all(
    waiting.map(async ({ user_id, name, status, submitted_at }) => {
      const url = (await certifications.of(user_id))?.url ?? '';
      const since = new Date(submitted_at).toISOString();
      return `${user_id}  ${since}  ${status === CERTIFICATION_STATUS.on_hold ? 'on hold' : 'new'}  ${url}  ${name}`;
    }),
  );
}
