import type { z } from 'zod';
import { openAnswers, openFailure } from '#services/contract/open/answers.ts';
import { createOpenToken } from '#services/contract/open/developer.ts';
import type { OpenCallName, OpenScope } from '#services/contract/open/scopes.ts';
import { signatureOf } from '../open/signed-call.ts';
import { sent } from './sent.ts';
import type { TestApi, TestUser } from './test-api.ts';

type Answer<Name extends OpenCallName> = z.infer<(typeof openAnswers)[Name]>;
type Failed = z.infer<typeof openFailure>['data'];

export interface OpenProgram {
  token: string;
  token_id: string;
  /** The fields of a call, signed. */
  signed(params: object | string, ts?: string): Record<'user_id' | 'params' | 'ts' | 'sign', string>;
  /** A call whose answer fits the contract, without nulls. */
  call<Name extends OpenCallName>(
    name: Name,
    params: object,
  ): Promise<{ ec: number; em: string; data: Answer<Name> & Failed }>;
}

/** Whether there is a null anywhere. */
const holdsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(holdsNull));

export function checked(name: OpenCallName, answer: { ec: number; em: string; data: object }): void {
  const { error } =
    answer.ec === 200 ? openAnswers[name].safeParse(answer.data) : openFailure.safeParse(answer);
  if (error) throw new Error(`${name} answered ${JSON.stringify(answer)}: ${error.message}`);
  if (holdsNull(answer)) throw new Error(`${name} answered a null: ${JSON.stringify(answer)}`);
}

/** A program of this creator, with a token of these scopes. */
export async function openProgram(
  api: TestApi,
  creator: TestUser,
  scopes?: OpenScope[],
): Promise<OpenProgram> {
  const { data } = await api.call(createOpenToken, { ...(scopes && { scopes }) }, creator);
  const { token, token_id } = data;
  const signed: OpenProgram['signed'] = (params, ts = String(Math.floor(api.deps.clock.now() / 1000))) => {
    const text = typeof params === 'string' ? params : JSON.stringify(params);
    const call = { user_id: creator.user_id, params: text, ts };
    return { ...call, sign: signatureOf(token, call) };
  };
  return {
    token,
    token_id,
    signed,
    async call(name, params) {
      const url = `/api/open/${name}`;
      const answer = await sent<never>(api.app, { method: 'POST', url, payload: signed(params) });
      if (answer.status !== 200) throw new Error(`${name} answered with HTTP ${answer.status}`);
      checked(name, answer);
      return answer;
    },
  };
}
