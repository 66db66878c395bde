import { asUserId, type UserId } from '#events/ids.ts';
import { CLOSING_STATUS } from '#events/status.ts';
import { certificationStream } from '#events/stream-names.ts';
import { addDays } from '#events/time.ts';
import { incomeMonthsOf } from '#read-models/books/ledger/income.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { spendingMonths } from '#read-models/orders/spending.ts';
import { platformDays } from '#read-models/stats/daily-stats/platform.ts';
import { certificationKind } from '#services/commerce/staff/certification.ts';
import type { Standing } from '#services/commerce/staff/standing.ts';
import {
  changeUserRight,
  changeUserStatus,
  changeVerified,
  findUser,
  getPlatformFigures,
  setUserRemark,
} from '#services/contract/staff/users.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { payRights } from '#services/modules/accounts/rights/pay-options.ts';
import {
  isRightName,
  openRightsRegister,
  rightNames,
  specialRights,
} from '#services/modules/accounts/rights.ts';
import { changeRights } from '#services/modules/staff/change-rights.ts';
import { changeStandings } from '#services/modules/staff/change-standing.ts';
import { newMembersByDay } from '#services/modules/staff/new-members.ts';
import { reviewCertification } from '#services/modules/staff/review-certification.ts';
import { userRecord } from '#services/modules/staff/user-record.ts';
import { openUserRemarks } from '#services/modules/staff/user-remarks.ts';
import { lastSignInOf } from '../accounts/last-sign-in.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { invalid } from '../http/refusals.ts';
import { balanceSummaryAnswer } from '../income/balance-summary.ts';
import { findPerson } from './find-person.ts';

const secondsOf = (at: number): number => Math.floor(at / 1000);

interface Day {
  orders: number;
  gross: number;
  refunds: number;
  new_users: number;
  new_creators: number;
}

/** Sums of business days, money in the wire's form. */
function sumsOfDays(days: readonly Day[]) {
  const sum = (name: keyof Day) => days.reduce((all, day) => all + day[name], 0);
  return {
    orders: sum('orders'),
    gross: wire(sum('gross')),
    refunds: wire(sum('refunds')),
    new_users: sum('new_users'),
    new_creators: sum('new_creators'),
  };
}

/** An admin's view of people: find one, hide or ban, rights, and the figures of the platform. */
export const userRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  const { pool, committer, accounts, vault, calendar, clock } = deps;
  const { staff, certifications, team } = accounts;
  const register = openRightsRegister(pool, clock);
  const remarks = openUserRemarks(pool, vault);
  const closing = openClosing({ ...deps, team });

  async function moneyOf(user_id: UserId) {
    const [spent, months, { balance, as_of }] = await Promise.all([
      spendingMonths(pool, { user_id }),
      incomeMonthsOf(pool, { user_id }),
      balanceSummaryAnswer(deps, user_id),
    ]);
    const total_consume = spent.rows.reduce((sum, { paid, refunded }) => sum + paid - refunded, 0);
    const total = months.rows.reduce((sum, { net }) => sum + net, 0);
    const month = calendar.dayOf(clock.now()).slice(0, 7);
    const [pending, available, paying] = [balance.pending, balance.available, balance.paying].map((yuan) =>
      Math.round(Number(yuan) * 100),
    ) as [number, number, number];
    return {
      total_consume: wire(total_consume),
      current_amount: wire(available),
      current_income: wire(months.rows.find((one) => one.month === month)?.net ?? 0),
      unconfirm_amount: wire(pending),
      confirmed_amount: wire(total - pending),
      unwithdraw_creator_amount: wire(available + paying),
      unwithdraw_total_amount: wire(pending + available + paying),
      total_income: wire(total),
      as_of: earliest(earliest(spent.as_of, months.as_of), as_of),
    };
  }

  on(findUser, async ({ query: { find, reason }, caller: { user_id: by }, language }) => {
    const user = await findPerson(deps, find);
    if (user === undefined) return { code: 'not_found' };
    const { user_id, created_at, taken, special, ...shown } = user;
    await vault.recordLook(by, [`user:${user_id}`], reason);
    const stream = certificationStream(user_id);
    const [figures, remark, request, certification, { newest: verdict }, sign_in] = await Promise.all([
      moneyOf(user_id),
      remarks.of(user_id),
      closing.requestOf(user_id),
      certifications.of(user_id),
      committer.read([stream], (states) => states.get(certificationKind, stream)),
      lastSignInOf(deps, user_id, language),
    ]);
    return {
      ...shown,
      user_id,
      create_time: secondsOf(created_at),
      rights: [
        ...rightNames.map((name) => ({ name, granted: !taken.includes(name), kind: 'usual' as const })),
        ...specialRights.map((name) => ({ name, granted: special.includes(name), kind: 'special' as const })),
        ...payRights.map((name) => ({ name, granted: !taken.includes(name), kind: 'payment' as const })),
      ],
      remark,
      ip: sign_in?.ip ?? '',
      ip_area: sign_in?.ip_area ?? '',
      ...figures,
      cacellation_apply: request && {
        create_time: secondsOf(request.requested_at),
        status: CLOSING_STATUS[request.status],
        url: '',
      },
      verify_apply: certification
        ? {
            create_time: certification.submitted_at === null ? null : secondsOf(certification.submitted_at),
            status: certification.status,
            reason: verdict?.reason ?? '',
          }
        : null,
    };
  });

  on(changeUserStatus, async ({ body: { user_id: id, status, reason }, caller: { user_id: by } }) => {
    const user = await userRecord(pool, { user_id: id });
    if (user === undefined) return { code: 'not_found' };
    const { user_id } = user;
    const change = { user_id, status: status satisfies Standing, by, reason };
    const outcome = await changeStandings({ pool, clock, committer, staff }, change);
    if (!outcome.accepted) return outcome.refusal;
    return { user_id, ...outcome.result, position: outcome.position };
  });

  on(changeUserRight, async ({ body, caller: { user_id: by } }) => {
    const { right, granted, reason } = body;
    if (!isRightName(right)) return invalid('right', { key: 'unknown' });
    const user = await userRecord(pool, { user_id: body.user_id });
    if (user === undefined) return { code: 'not_found' };
    const { user_id } = user;
    const outcome = await changeRights(
      { committer, register },
      { user_id, right, taken: !granted, by, reason },
    );
    if (!outcome.accepted) return outcome.refusal;
    return { user_id, ...outcome.result, position: outcome.position };
  });

  on(changeVerified, async ({ body: { user_id: id, verified_type, reason }, caller: { user_id: by } }) => {
    const user = await userRecord(pool, { user_id: id });
    if (user === undefined) return { code: 'not_found' };
    const { user_id } = user;
    const verdict = verified_type > 0 ? ('approve' as const) : ('revoke' as const);
    const judged = { user_id, application_id: null, verdict, by, reason };
    const outcome = await reviewCertification({ committer, certifications }, judged);
    if (!outcome.accepted) return outcome.refusal;
    return { user_id, ...outcome.result, position: outcome.position };
  });

  on(setUserRemark, async ({ body: { user_id: id, remark } }) => {
    const user = await userRecord(pool, { user_id: asUserId(id) });
    if (user === undefined) return { code: 'not_found' };
    await remarks.set(user.user_id, remark.trim());
    return { user_id: user.user_id, remark: remark.trim() };
  });

  on(getPlatformFigures, async ({ query: { days } }) => {
    const to = calendar.dayOf(clock.now());
    const from = addDays(to, 1 - days);
    const earlier = addDays(from, -days);
    const [figures, people] = await Promise.all([
      platformDays(pool, { from: earlier, to }),
      newMembersByDay(pool, { from: calendar.startOf(earlier), timeZone: calendar.timeZone }),
    ]);
    const byDay = new Map(people.days.map((one) => [one.day, one]));
    const all = figures.rows.map((row) => ({
      ...row,
      new_users: byDay.get(row.date)?.users ?? 0,
      new_creators: byDay.get(row.date)?.creators ?? 0,
    }));
    const shown = all.filter(({ date }) => date >= from);
    return {
      list: shown.map((row) => ({ ...row, gross: wire(row.gross), refunds: wire(row.refunds) })),
      sums: sumsOfDays(shown),
      before: sumsOfDays(all.filter(({ date }) => date < from)),
      users: people.users,
      creators: people.creators,
      as_of: figures.as_of,
    };
  });
};
