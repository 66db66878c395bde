import { accountName } from '#services/accounts/account-name.ts';
import { advanceSandboxClock, moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { sandboxClock, sandboxOutbox } from '../accounts/contract/accounts.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { timersFired } from './due-timers.ts';

/** Longest wait for what falls due by a move of the clock. */
const PATIENCE_MS = 3_000;

/** Calls of the sandbox only: the outbox of messages, and a movable clock. */
export const sandboxRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'system');
  const { clock, log, outbox, pool } = deps;

  on(sandboxOutbox, async (request) => {
    const account = accountName(request.query.account);
    const messages = account ? await outbox.list(account) : [];
    return ok({
      list: messages.map(({ at, ...message }) => ({ ...message, time: Math.floor(at / 1000) })),
    });
  });

  on(sandboxClock, async (request) => {
    const { body } = request;
    if ('now' in body && body.now * 1000 < clock.now()) {
      return refused(request, { code: 'state_does_not_allow' });
    }
    const offset =
      'now' in body
        ? await moveSandboxClock(pool, clock.offset + body.now * 1000 - clock.now())
        : await advanceSandboxClock(pool, body.advance_seconds * 1000);
    clock.setOffset(offset);
    await timersFired({ pool, now: clock.now(), position: await log.head(), patienceMs: PATIENCE_MS });
    return ok({ now: Math.floor(clock.now() / 1000) });
  });
};
