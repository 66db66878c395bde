import type { InjectOptions } from 'fastify';
import { asUserId } from '#events/ids.ts';
import { getInitConfig, getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import { sendBindCode } from '#services/contract/accounts/binding.ts';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import {
  changePassword,
  checkForgetCode,
  quickLogin,
  sendQlCode,
  sendVerifyCode,
} from '#services/contract/accounts/passport.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { getOrderProof } from '#services/contract/audit/audit.ts';
import { likeComment, publishComment } from '#services/contract/content/comments.ts';
import { reportPost } from '#services/contract/content/post-reports.ts';
import { castVote } from '#services/contract/content/votes.ts';
import { getExpressProgress, updateExpress } from '#services/contract/delivery/express.ts';
import type { Endpoint, InputOf } from '#services/contract/endpoint.ts';
import { getOverlay, OVERLAY_HEADER } from '#services/contract/goals/overlay.ts';
import { uploadPicture } from '#services/contract/media/upload-forms.ts';
import { accessToken, allowAuthorization } from '#services/contract/open/oauth.ts';
import { createWebhook, testWebhook } from '#services/contract/open/webhooks.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { resendMessages } from '#services/contract/staff/support.ts';
import { openAttempts } from '#services/modules/accounts/attempts.ts';
import { openSmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import { leaver, PASSWORD } from '../../testing/leaving.ts';
import { CALLBACK, oauthProgram } from '../../testing/oauth-calls.ts';
import { openProgram } from '../../testing/open-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { confirmedBy, mailedCode, withTotp } from '../../testing/second-factor.ts';
import { savePlan, sponsorshipForm } from '../../testing/shop.ts';
import type { TestApi, TestUser } from '../../testing/test-api.ts';
import { publishVote, voter } from '../../testing/voting.ts';
import { waitingOrder } from '../../testing/waiting-orders.ts';

export interface Asking extends Omit<InjectOptions, 'url' | 'headers'> {
  as?: TestUser;
  /** Default: a new one. */
  address?: string;
  headers?: Readonly<Record<string, string>>;
}

interface Callers {
  api: () => TestApi;
  ask: (n: number, url: string, asking: Asking) => Promise<number>;
  call: <E extends Endpoint>(n: number, endpoint: E, input: InputOf<E>, asking?: Asking) => Promise<number>;
  newAddress: () => string;
}

export interface Row {
  /** The file that counts, and the value. */
  limit: string;
  what: string;
  most: number;
  /** Where it is counted: in the table of attempts, under keys of shared counts, or `own`: where the facts are. */
  counter: 'attempts' | 'own' | RegExp;
  /** Counted up to a second late. */
  isRough?: true;
  /** Of attempts that also have a limit of the day. */
  perDay?: number;
  /** The n-th call, at the n-th server by turns: its `ec`. */
  setUp: () => Promise<(n: number) => Promise<number>>;
}

const MINUTE_ALL = 1_200;
const CODE = '000000';

/** Every limit of calls, each with a caller who reaches it. */
export function limitRows({ api, ask, call, newAddress }: Callers): readonly Row[] {
  const row = (
    limit: string,
    what: string,
    /** In a window, and in a day. */
    [most, perDay]: readonly [most: number, perDay?: number],
    counter: Row['counter'],
    setUp: Row['setUp'],
  ): Row => ({ limit, what, most, counter, setUp, ...(perDay !== undefined && { perDay }) });
  const rough = (one: Row): Row => ({ ...one, isRough: true });
  const named = (n: number) => `${n}-${newAddress().split(':')[2]}@example.com`;
  const phone = (n: number) => `1380${String(1_000_000 + n)}`;

  const http = 'services/api/http/rate-limits.ts';
  const passport = 'services/modules/accounts/passport.ts';
  const factors = 'services/modules/accounts/factors/guesses.ts';
  const codes = 'services/modules/accounts/verify-codes.ts';
  const sms = 'services/modules/accounts/codes/sms-limits.ts';
  const comments = 'services/api/content/comments/comments.routes.ts';

  /** Calls from one address. */
  const fromOne =
    (act: (n: number, address: string) => Promise<number>): Row['setUp'] =>
    async () => {
      const address = newAddress();
      return (n) => act(n, address);
    };
  const byOne =
    (act: (n: number, as: TestUser) => Promise<number>, who = () => api().user()): Row['setUp'] =>
    async () => {
      const as = await who();
      return (n) => act(n, as);
    };

  const invitedPlan = async () =>
    (await savePlan(api(), await api().creator(), { ...sponsorshipForm, invite_code: 'SPRING' })).plan_id;
  const halfOf = async () => {
    const user = await leaver(api());
    await withTotp(api(), user);
    const { data } = await api().call(login, { account: user.account, password: PASSWORD });
    return { half_token: data.half_token ?? '' };
  };
  const smsOf = () =>
    [0, 1].map(() => {
      const { pool, clock } = api().deps;
      return openSmsLimits({ pool, clock, attempts: openAttempts(pool, clock), perDay: 1_000 });
    });
  const sending = (user?: string) => async () => {
    const both = smsOf();
    return async (n: number) => (((await both[n % 2]?.sending(user))?.wait ?? 0) > 0 ? 42900 : 200);
  };

  return [
    // By address.
    rough(
      row(
        `${http} PER_MINUTE`,
        'all calls of an address',
        [MINUTE_ALL],
        /^ 2001/,
        fromOne((n, address) => call(n, getInitConfig, {}, { address })),
      ),
    ),
    row(
      `${http} guessLimit`,
      'calls with guesses of an address',
      [20],
      /check-forget-code 2001/,
      fromOne((n, address) => call(n, checkForgetCode, { account: named(n), code: CODE }, { address })),
    ),
    row(`${http} printLimit`, 'costly files of an address', [30], /order\/proof 2001/, async () => {
      const [address, as] = [newAddress(), await api().user()];
      return (n) => call(n, getOrderProof, { out_trade_no: 'none' }, { address, as });
    }),
    row(`${http} uploadLimit`, 'uploads of an address', [60], /common-pic 2001/, async () => {
      const [address, as] = [newAddress(), await api().user()];
      return (n) => ask(n, uploadPicture.path, { method: 'POST', address, as });
    }),
    rough(
      row(
        `${http} pictureLimit`,
        'files of an address',
        [6_000],
        /^\/files\/\* 2001/,
        fromOne((n, address) => ask(n, '/files/gone.png', { address })),
      ),
    ),
    rough(
      row(
        `${http} linkLimit`,
        'calls with secret links of an address',
        [6_000],
        /^\/api\/overlay 2001/,
        async () => {
          const address = newAddress();
          const { token } = await api().data(getOverlay, {}, await api().creator());
          return (n) => ask(n, '/api/overlay', { address, headers: { [OVERLAY_HEADER]: token } });
        },
      ),
    ),
    rough(
      row(`${http} MAX_PER_LINK`, 'calls with one link', [MINUTE_ALL], /^link /, async () => {
        const { token } = await api().data(getOverlay, {}, await api().creator());
        return (n) => ask(n, '/api/overlay', { headers: { [OVERLAY_HEADER]: token } });
      }),
    ),
    rough(
      row(
        `${http} refused`,
        'refused calls of an address',
        [MINUTE_ALL],
        /^refused /,
        fromOne((n, address) =>
          call(n, getMyProfile, {}, { address, headers: { authorization: `Bearer ${n}` } }),
        ),
      ),
    ),
    row(
      'services/api/goals/overlay.routes.ts guesses',
      'invented links of an address',
      [20],
      /^guesses /,
      fromOne((n, address) =>
        ask(n, '/api/overlay', { address, headers: { [OVERLAY_HEADER]: `invented-${n}` } }),
      ),
    ),
    row(
      'services/api/content/feeds/feeds.routes.ts guesses',
      'invented feeds of an address',
      [20],
      /^guesses /,
      fromOne((n, address) => ask(n, `/rss/anybody?key=invented${n}`, { address })),
    ),
    row(
      'services/api/accounts/passport.routes.ts sign-ins',
      'sign-ins of an address',
      [20],
      /^sign-ins /,
      fromOne((n, address) => call(n, login, { account: named(n), password: PASSWORD }, { address })),
    ),
    row(
      'services/api/payments/payments.routes.ts notices',
      'forged notices of an address',
      [20],
      /^notices /,
      fromOne((n, address) =>
        ask(n, '/api/pay/notify/sandbox', {
          method: 'POST',
          address,
          headers: { 'content-type': 'application/json' },
          payload: `{"n":${n}}`,
        }),
      ),
    ),
    row(
      'services/api/orders/order-input.ts guesses',
      'unknown redeem codes of an address',
      [20],
      /^guesses /,
      fromOne(async (n, address) =>
        call(n, prepareOrder, { redeem_code: `wrong ${n}` }, { address, as: await api().user() }),
      ),
    ),
    row(
      'services/api/orders/invite-guesses.ts guesses',
      'wrong invite codes of an address',
      [20],
      /^guesses /,
      async () => {
        const [address, plan_id] = [newAddress(), await invitedPlan()];
        return async (n) =>
          call(n, prepareOrder, { plan_id, invite_code: `wrong ${n}` }, { address, as: await api().user() });
      },
    ),
    row(
      'services/api/open/oauth/oauth-tokens.routes.ts guesses',
      'wrong secrets of an address',
      [20],
      /^guesses /,
      async () => {
        const [address, program] = [newAddress(), await oauthProgram(api(), await api().creator())];
        const input = { client_id: program.client_id, grant_type: 'authorization_code', code: 'none' };
        return (n) =>
          ask(n, accessToken.path, {
            method: 'POST',
            address,
            payload: { ...input, client_secret: `wrong ${n}` },
          });
      },
    ),

    // Sign-in and codes.
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
        // Forgotten passwords and sign-ins by a code together.
        return (n) => {
          const guess = { account: people[next] ?? '', code: CODE };
          next += 1;
          return n % 3 === 0
            ? call(n, checkForgetCode, guess, { address })
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
    row(`${codes} RESEND_SECONDS`, 'code to an account in 180 seconds', [1], 'own', async () => {
      const account = named(0);
      return (n) => call(n, sendVerifyCode, { account, account_type: 'email' });
    }),
    row(
      `${codes} CODES_SENT`,
      'codes of a person in a day',
      [20],
      'attempts',
      byOne((n, as) => call(n, sendBindCode, { account: phone(n), account_type: 'phone' }, { as })),
    ),
    row(`${codes} LOGIN_ATTEMPTS`, 'guesses at the codes of an account', [10, 50], 'attempts', async () => {
      const { account } = await leaver(api());
      await api().data(sendQlCode, { account, account_type: 'email' });
      return (n) => call(n, checkForgetCode, { account, code: CODE });
    }),
    row(`${sms} BY_PERSON`, 'text messages that a person requests', [20], 'attempts', async () => {
      const [both, { user_id: user }] = [smsOf(), await voter(api())];
      return async (n: number) => (((await both[n % 2]?.code({ user }))?.wait ?? 0) > 0 ? 42900 : 200);
    }),
    row(
      `${sms} BY_ADDRESS`,
      'text messages of an address',
      [20],
      'attempts',
      fromOne((n, address) =>
        call(n, sendQlCode, { account: phone(100 + n), account_type: 'phone' }, { address }),
      ),
    ),
    row(
      `${sms} strangers`,
      'text messages of strangers',
      [500],
      'attempts',
      async () => (n) => call(n, sendQlCode, { account: phone(200 + n), account_type: 'phone' }),
    ),
    row(`${sms} NOTICES`, 'notices by text message to a person', [5], 'attempts', sending('somebody')),
    row(`${sms} all`, 'text messages of all', [1_000], 'attempts', sending()),

    // By person.
    row(
      'services/api/accounts/own-data.routes.ts EXPORTS',
      'files of own data of a person',
      [3, 5],
      'attempts',
      async () => {
        const as = await leaver(api());
        const headers = confirmedBy(await mailedCode(api(), as));
        return (n) => call(n, exportOwnData, {}, { as, headers });
      },
    ),
    row(
      'services/api/accounts/team.routes.ts TEAM_ATTEMPTS',
      'accounts that a creator names',
      [30],
      'attempts',
      byOne(
        (n, as) =>
          call(n, addTeamMember, { account: named(n), member_name: 'x', rights: ['orders'] }, { as }),
        () => api().creator(),
      ),
    ),
    row(
      'services/api/orders/redeem-lookup.ts REDEEM_ATTEMPTS',
      'unknown redeem codes of a person',
      [20, 50],
      'attempts',
      byOne((n, as) => call(n, prepareOrder, { redeem_code: `wrong ${n}` }, { as })),
    ),
    row(
      'services/api/orders/invite-guesses.ts INVITE_ATTEMPTS',
      'wrong invite codes of a person',
      [20, 50],
      'attempts',
      async () => {
        const [as, plan_id] = [await api().user(), await invitedPlan()];
        return (n) => call(n, prepareOrder, { plan_id, invite_code: `wrong ${n}` }, { as });
      },
    ),
    row(
      'services/api/delivery/delivery.routes.ts GUESSES',
      'wrong phones at a parcel',
      [10, 50],
      'attempts',
      async () => {
        const [creator, fan] = [await api().creator(), await api().user()];
        const whose = { user_id: fan.user_id, creator_id: creator.user_id };
        const out_trade_no = await waitingOrder(api().deps.committer, whose);
        const express_no = 'SF1234567890';
        await api().data(updateExpress, { out_trade_no, express: 'sf', express_no }, creator);
        return (n) => call(n, getExpressProgress, { out_trade_no, number: express_no, mobile: '0000' });
      },
    ),
    row(
      'services/api/relations/changes-a-minute.ts PER_MINUTE',
      'changes of marks of a person',
      [120],
      /^marks /,
      async () => {
        const [as, { user_id }] = [await api().user(), await api().creator()];
        return (n) => call(n, markCreator, { user_id }, { as });
      },
    ),
    ...(
      [
        ['PER_MINUTE', 'comments of a person in a minute', 20, /^comments /],
        ['PER_DAY', 'comments of a person in a day', 300, /^comments of a day /],
      ] as const
    ).map(([value, what, most, counter]) =>
      row(`${comments} ${value}`, what, [most], counter, async () => {
        const [creator, as] = [await certifiedCreator(api()), await api().user()];
        const { post_id } = await publish(api(), creator);
        await api().projected();
        return (n) => call(n, publishComment, { post_id, content: `${value} ${n}` }, { as });
      }),
    ),
    row(
      `${comments} TOUCHES_PER_MINUTE`,
      'likes of comments of a person',
      [120],
      /^comment likes /,
      byOne((n, as) => call(n, likeComment, { comment_id: String(n + 1) }, { as })),
    ),
    row(
      'services/api/content/votes/votes.routes.ts PER_MINUTE',
      'ballots of a person',
      [30],
      /^ballots /,
      async () => {
        const as = await voter(api());
        const { post_id, vote } = await publishVote(api(), await certifiedCreator(api()));
        const option = vote?.options[0]?.value ?? '';
        return (n) => call(n, castVote, { vote_id: post_id, vote: [option] }, { as });
      },
    ),
    row(
      'services/api/content/post-reports.routes.ts MAX_A_DAY',
      'reports of a person in a day',
      [3],
      'own',
      async () => {
        const [creator, as] = [await certifiedCreator(api()), await api().user()];
        const posts: string[] = [];
        for (let n = 0; n < 13; n += 1) posts.push((await publish(api(), creator)).post_id);
        await api().projected();
        // 47 of 50.
        const now = api().deps.clock.now();
        await api().deps.pool.query(
          `INSERT INTO content.post_reports SELECT 'gone ' || n, $1, $2, 'other', '', $3 FROM generate_series(1, 47) n`,
          [as.user_id, creator.user_id, now],
        );
        return (n) => call(n, reportPost, { post_id: posts[n] ?? '', topic: 'other' }, { as });
      },
    ),

    // Programs and staff.
    row(
      'services/api/open/oauth/oauth.routes.ts ALLOWED',
      'authorizations by a person',
      [30, 300],
      'attempts',
      async () => {
        const [as, program] = [await api().user(), await oauthProgram(api(), await api().creator())];
        const input = { client_id: program.client_id, redirect_uri: CALLBACK };
        return (n) => ask(n, allowAuthorization.path, { method: 'POST', payload: input, as });
      },
    ),
    row(
      'services/api/open/oauth/oauth-tokens.routes.ts CALLS',
      'calls for tokens of an application',
      [600, 200_000],
      'attempts',
      async () => {
        const { client_id, client_secret } = await oauthProgram(api(), await api().creator());
        const payload = { client_id, client_secret, grant_type: 'authorization_code', code: 'none' };
        return (n) => ask(n, accessToken.path, { method: 'POST', payload });
      },
    ),
    row(
      'services/api/open/webhooks.routes.ts TESTS',
      'tests of webhooks of a creator',
      [10, 500],
      'attempts',
      async () => {
        const as = await api().creator();
        const { webhook_id } = await api().data(createWebhook, { url: 'https://hooks.example/in' }, as);
        return (n) => call(n, testWebhook, { webhook_id }, { as });
      },
    ),
    row(
      'services/api/open/answer-call.ts CALLS',
      'calls of a program',
      [600, 200_000],
      'attempts',
      async () => {
        const program = await openProgram(api(), await api().creator());
        return (n) => ask(n, '/api/open/ping', { method: 'POST', payload: program.signed({ page: 1 }) });
      },
    ),
    row(
      'services/commerce/staff/resend-messages.ts MAX_RESENDS',
      'repeats of the messages of an order',
      [3],
      'own',
      async () => {
        const [creator, fan, as] = [await api().creator(), await api().user(), await api().staff('support')];
        const whose = { user_id: asUserId(fan.user_id), creator_id: creator.user_id };
        const out_trade_no = await waitingOrder(api().deps.committer, whose);
        return (n) => call(n, resendMessages, { out_trade_no, reason: '买家没有收到' }, { as });
      },
    ),
  ];
}
