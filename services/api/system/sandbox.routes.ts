import { sandboxClock, sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { advanceSandboxClock, moveSandboxClock } from '#services/runtime/sandbox-clock.ts';
import { type Area, routesOf } from '../http/area.ts';
import { timersFired } from './due-timers.ts';

/** Longest wait for what falls due by a move of the clock. */
const TIMEOUT_MS = 3_000;

/** Calls of the sandbox only: the outbox of messages, and a movable clock. */
export const sandboxRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'system');
  const { clock, log, outbox, pool } = deps;

  on(sandboxOutbox, async ({ query }) => {
    const account = accountName(query.account);
    const messages = account ? await outbox.list(account) : [];
    return {
      list: messages.map(({ at, ...message }) => ({ ...message, time: Math.floor(at / 1000) })),
    };
  });

  on(sandboxClock, async ({ body }) => {
    if ('now' in body && body.now * 1000 < clock.now()) {
      return { code: 'state_does_not_allow' };
    }
    const offset =
      'now' in body
        ? await moveSandboxClock(pool, clock.offset + body.now * 1000 - clock.now())
        : await advanceSandboxClock(pool, body.advance_seconds * 1000);
    clock.setOffset(offset);
    await timersFired({ pool, now: clock.now(), position: await log.head(), patienceMs: TIMEOUT_MS });
    return { now: Math.floor(clock.now() / 1000) };
  });
};
