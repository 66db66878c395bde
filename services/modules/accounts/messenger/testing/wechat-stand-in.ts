import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WechatLoginSettings } from '#services/runtime/settings/wechat-login.ts';

const SECRET = 'a-secret-of-wechat';

interface Person {
  openid: string;
  unionid?: string;
  nickname: string;
}

/** WeChat's OAuth in memory: a code is good once, and needs the application's secret. Tests set how it behaves. */
export async function wechatStandIn() {
  const codes = new Map<string, Person>();
  const tokens = new Map<string, Person>();
  const behavior = { failing: false };
  const answer = (response: ServerResponse, data: object) => response.end(JSON.stringify(data));

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (behavior.failing) return response.writeHead(502).end('<html>Bad gateway</html>');
    if (pathname === '/sns/oauth2/access_token') {
      const code = searchParams.get('code') ?? '';
      const person = codes.get(code);
      codes.delete(code);
      if (searchParams.get('secret') !== SECRET)
        return answer(response, { errcode: 40125, errmsg: 'secret' });
      if (person === undefined) return answer(response, { errcode: 40029, errmsg: 'invalid code' });
      tokens.set(`token of ${code}`, person);
      return answer(response, { access_token: `token of ${code}`, expires_in: 7200, ...person });
    }
    const person = tokens.get(searchParams.get('access_token') ?? '');
    if (person?.openid !== searchParams.get('openid'))
      return answer(response, { errcode: 40003, errmsg: 'openid' });
    return answer(response, { ...person, headimgurl: 'https://thirdwx.qlogo.cn/a/132' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = (secret = SECRET): WechatLoginSettings => ({
    apps: new Map([
      ['wx', { appId: 'wx0000000000000001', secret }],
      ['mp', { appId: 'wx0000000000000002', secret }],
    ]),
    apiUrl,
  });
  return {
    settings,
    behavior,
    /** The person agrees. @returns the code that WeChat sends back with the browser */
    agree(person: Person): string {
      const code = `code ${codes.size + tokens.size} of ${person.openid}`;
      codes.set(code, person);
      return code;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
