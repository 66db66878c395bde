import { z } from 'zod';
import { answerBody } from '#services/runtime/requests/answer-body.ts';
import type { MessengerLogin, WechatLoginSettings } from '#services/runtime/settings/wechat-login.ts';
import { type Messenger, MessengerUnavailable } from './messenger.ts';

const TIMEOUT_MS = 5_000;
/** Bytes of an answer; usual ones have a few hundred. */
const MAX_ANSWER = 65_536;

const PAGES: Readonly<Record<MessengerLogin, { address: string; scope: string }>> = {
  wx: { address: 'https://open.weixin.qq.com/connect/qrconnect', scope: 'snsapi_login' },
  mp: { address: 'https://open.weixin.qq.com/connect/oauth2/authorize', scope: 'snsapi_userinfo' },
};

/** A code that is unknown, was used, or is too old. */
const WRONG_CODES: ReadonlySet<number> = new Set([40029, 40163, 41008, 42003]);

const openid = z.string().min(1).max(128);
const errorAnswer = z.object({
  errcode: z
    .number()
    .int()
    .refine((code) => code !== 0),
});
const tokenAnswer = z.object({ access_token: z.string().min(1).max(1_000), openid });
const userAnswer = z.object({
  openid,
  /** The same for all of the operator's applications, once they are joined at WeChat. */
  unionid: openid.optional(),
  nickname: z.string().catch(''),
  headimgurl: z.string().catch(''),
});

/** OAuth of WeChat: https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html */
export function wechatMessenger({ apps, apiUrl }: WechatLoginSettings): Messenger {
  /** Neither the address nor the error of `fetch` is shown: they have the secret. */
  async function ask<Answer>(path: string, query: Record<string, string>, schema: z.ZodType<Answer>) {
    try {
      const url = `${apiUrl}${path}?${new URLSearchParams(query)}`;
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
      const data: unknown = JSON.parse((await answerBody(answer, MAX_ANSWER)).toString('utf8'));
      const { data: error } = errorAnswer.safeParse(data);
      if (error && WRONG_CODES.has(error.errcode)) return undefined;
      if (error) throw new MessengerUnavailable(`WeChat: ${error.errcode}`);
      return schema.parse(data);
    } catch (error) {
      if (error instanceof MessengerUnavailable) throw error;
      throw new MessengerUnavailable(`WeChat: ${error instanceof Error ? error.name : 'no answer'}`);
    }
  }

  return {
    kinds: [...apps.keys()],

    address(kind, redirect_uri, state) {
      const app = apps.get(kind);
      if (app === undefined) return undefined;
      const { address, scope } = PAGES[kind];
      const query = { appid: app.appId, redirect_uri, response_type: 'code', scope, state };
      return `${address}?${new URLSearchParams(query)}#wechat_redirect`;
    },

    async profileOf(kind, code) {
      const app = apps.get(kind);
      if (app === undefined) return undefined;
      const { appId: appid, secret } = app;
      const token = await ask(
        '/sns/oauth2/access_token',
        { appid, secret, code, grant_type: 'authorization_code' },
        tokenAnswer,
      );
      if (token === undefined) return undefined;
      const { access_token } = token;
      const user = await ask(
        '/sns/userinfo',
        { access_token, openid: token.openid, lang: 'zh_CN' },
        userAnswer,
      );
      if (user === undefined) return undefined;
      const subject = user.unionid ?? `${appid} ${user.openid}`;
      return { subject, name: user.nickname.slice(0, 40), avatar: user.headimgurl.slice(0, 300) };
    },
  };
}
