import { login } from '#services/contract/accounts/accounts.ts';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import {
  changePassword,
  checkForgetCode,
  quickLogin,
  register,
} from '#services/contract/accounts/passport.ts';
import { leaver, PASSWORD } from '../../../testing/leaving.ts';
import { confirmedBy, withTotp } from '../../../testing/second-factor.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

const passport = 'services/modules/accounts/passport.ts';
const factors = 'services/modules/accounts/factors/guesses.ts';
const CODE = '000000';

/** Passwords, second factors, and codes that sign in. */
export function limitsOfSignIn(callers: Callers): readonly Row[] {
  const { api, call, newAddress } = callers;
  const { row, fromOne, byOne, named } = rowsOf(callers);
  const halfOf = async () => {
    const user = await leaver(api());
    await withTotp(api(), user);
    const { data } = await api().call(login, { account: user.account, password: PASSWORD });
    return { half_token: data.half_token ?? '' };
  };

  return [
    row(
      'services/api/accounts/passport.routes.ts sign-ins',
      'sign-ins of an address',
      [20],
      /^sign-ins /,
      fromOne((n, address) => call(n, login, { account: named(n), password: PASSWORD }, { address })),
    ),
    row(
      `${passport} change-password`,
      'wrong present passwords of a person',
      [10, 50],
      'attempts',
      byOne((n, as) =>
        call(n, changePassword, { old_password: `wrong one ${n}`, new_password: PASSWORD }, { as }),
      ),
    ),
    row(
      `${passport} LOGIN_ATTEMPTS`,
      'wrong passwords of an account and address',
      [10, 50],
      'attempts',
      async () => {
        const [address, { account }] = [newAddress(), await leaver(api())];
        return (n) => call(n, login, { account, password: `wrong one ${n}` }, { address });
      },
    ),
    row(
      `${passport} ALL_LOGIN_ATTEMPTS`,
      'wrong passwords of an account',
      [100, 500],
      'attempts',
      async () => {
        const { account } = await leaver(api());
        return (n) => call(n, login, { account, password: `wrong one ${n}` });
      },
    ),
    row(
      `${passport} CODE_SIGN_INS`,
      'codes that an address guesses over many accounts',
      [30, 100],
      'attempts',
      async () => {
        const address = newAddress();
        // Each is guessed at once.
        let next = 0;
        const people = Array.from({ length: 25 }, (_, n) => `guessed${n}@example.com`);
        for (const text of people)
          await api().deps.accounts.members.add({ name: 'Fan', account: { kind: 'email', text } });
        // Forgotten passwords, sign-ins by a code and registrations together.
        return (n) => {
          const guess = { account: people[next] ?? '', code: CODE };
          next += 1;
          if (n % 3 === 0) return call(n, checkForgetCode, guess, { address });
          const person = { ...guess, password: PASSWORD, name: 'Fan' };
          return n % 3 === 1
            ? call(n, register, person, { address })
            : call(n, quickLogin, guess, { address });
        };
      },
    ),
    row(`${factors} session`, 'wrong codes of a session', [10, 50], 'attempts', async () => {
      const user = await leaver(api());
      await withTotp(api(), user);
      // Not confirmed yet.
      const opened = await api().deps.accounts.sessions.open(user.user_id);
      const as = { ...user, token: api().app.sessionTokens.issue(opened) };
      return (n) => call(n, exportOwnData, {}, { as, headers: confirmedBy(`AAAAA-000${n % 10}`) });
    }),
    row(
      `${factors} LOGIN_ATTEMPTS`,
      'second factors of an account and address',
      [10, 50],
      'attempts',
      async () => {
        const [address, half] = [newAddress(), await halfOf()];
        return (n) => call(n, secondFactor, { ...half, code: `AAAAA-000${n % 10}` }, { address });
      },
    ),
    row(`${factors} ALL_FACTOR_ATTEMPTS`, 'second factors of an account', [30, 100], 'attempts', async () => {
      const half = await halfOf();
      return (n) => call(n, secondFactor, { ...half, code: `AAAAA-000${n % 10}` });
    }),
  ];
}
