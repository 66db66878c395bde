import type { z } from 'zod';
import { createApp } from '#services/contract/open/apps.ts';
import { accessToken, allowAuthorization, oauthFailure } from '#services/contract/open/oauth.ts';
import { type Reply, sent } from './sent.ts';
import type { TestApi, TestUser } from './test-api.ts';

export const CALLBACK = 'https://reader.example/back';

type Tokens = z.infer<(typeof accessToken)['answer']>;
type Input = Readonly<Record<string, string>>;
type Way = 'form' | 'json' | 'query' | 'basic';

const ADDRESSES = [CALLBACK, 'https://reader.example/in?from=1'];

/** An application of a creator, and the calls that it makes. */
export async function oauthProgram(
  api: TestApi,
  owner: TestUser,
  with_secret = true,
  redirect_uris = ADDRESSES,
) {
  const app = await api.data(createApp, { name: 'Reading room', redirect_uris, with_secret }, owner);
  const { client_id, client_secret } = app;
  const allow = (user: TestUser, input: Input = {}) =>
    api.send(allowAuthorization, { client_id, redirect_uri: CALLBACK, ...input }, user);

  /** A call whose answer fits the contract. */
  async function post(path: string, input: Input, way: Way): Promise<Reply<Tokens> & { error?: string }> {
    const { client_id: id, client_secret: secret = '', ...rest } = input;
    const fields = way === 'basic' ? rest : input;
    const text = String(new URLSearchParams(fields));
    const form = way === 'form' || way === 'basic';
    const answer = await sent<Tokens>(api.app, {
      method: 'POST',
      url: way === 'query' ? `${path}?${text}` : path,
      headers: {
        ...(way !== 'query' && {
          'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        ...(way === 'basic' && { authorization: `Basic ${btoa(`${id}:${secret}`)}` }),
      },
      ...(way !== 'query' && { payload: form ? text : JSON.stringify(fields) }),
    });
    if (answer.ec !== 200) oauthFailure.parse(answer);
    else if (path === accessToken.path) accessToken.answer.parse(answer.data);
    return answer;
  }
  const exchange = (code: string, input: Input = {}, way: Way = 'form') =>
    post(
      accessToken.path,
      {
        client_id,
        client_secret,
        grant_type: 'authorization_code',
        code,
        refresh_token: code,
        redirect_uri: CALLBACK,
        ...input,
      },
      way,
    );

  return {
    client_id,
    client_secret,
    /** The person allows it. */
    allow,
    async code(user: TestUser, input: Input = {}): Promise<string> {
      const { data } = await allow(user, input);
      return new URL(data.redirect).searchParams.get('code') ?? '';
    },
    exchange,
    /** HTTP status and error of a refused exchange. */
    async errorOf(code: string, input: Input = {}) {
      const { status, error } = await exchange(code, input);
      return [status, error];
    },
    revoke: (token: string) => post('/api/oauth2/revoke', { client_id, client_secret, token }, 'form'),
  };
}
