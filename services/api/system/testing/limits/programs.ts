import { accessToken, allowAuthorization } from '#services/contract/open/oauth.ts';
import { createWebhook, testWebhook } from '#services/contract/open/webhooks.ts';
import { openCallCounter } from '../../../open/answer-call.ts';
import { CALLBACK, oauthProgram } from '../../../testing/oauth-calls.ts';
import { type OpenProgram, openProgram } from '../../../testing/open-calls.ts';
import { type Callers, type Row, rowsOf } from './row.ts';

const calls = 'services/api/open/answer-call.ts';

/** Programs: OAuth2, webhooks, and calls of the open API. */
export function limitsOfPrograms(callers: Callers): readonly Row[] {
  const { api, ask, call, newAddress } = callers;
  const { row } = rowsOf(callers);
  let token_id = '';
  const counterOf = (at: number) => openCallCounter(at, token_id);
  const counted = async () => {
    const program = await openProgram(api(), await api().creator());
    token_id = program.token_id;
    return program;
  };
  const send = (n: number, program: OpenProgram) =>
    ask(n, '/api/open/send-msg', {
      method: 'POST',
      payload: program.signed({ recipient: token_id, content: '你好' }),
    });

  return [
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
    row(`${calls} CALLS`, 'calls of a program', [600, 200_000], 'attempts', async () => {
      const program = await openProgram(api(), await api().creator());
      return (n) => ask(n, '/api/open/ping', { method: 'POST', payload: program.signed({ page: 1 }) });
    }),
    row(
      `${calls} MESSAGES`,
      'messages of a program in a second',
      [10, 200_000],
      () => counterOf(1),
      async () => {
        const program = await counted();
        return (n) => send(n, program);
      },
    ),
    row(
      `${calls} MESSAGES`,
      'messages of a program in an hour',
      [1_000, 200_000],
      () => counterOf(2),
      async () => {
        const program = await counted();
        return async (n) => {
          // Of a second there may be ten.
          await api().deps.accounts.attempts.forget(counterOf(1));
          return send(n, program);
        };
      },
    ),
  ];
}
