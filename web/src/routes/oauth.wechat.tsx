import { createFileRoute } from '@tanstack/react-router';
import { WechatPage } from '../fan/accounts/wechat/wechat-page.tsx';
import { oneOf, textIn } from '../shell/search.ts';

export const Route = createFileRoute('/oauth/wechat')({
  validateSearch: (
    search,
  ): {
    code?: string | undefined;
    state?: string | undefined;
    kind?: 'wx' | 'mp' | undefined;
    /** Asks whether to link the person of WeChat to the account. */
    step?: 'link' | undefined;
  } => ({
    code: textIn(search, 'code'),
    state: textIn(search, 'state'),
    kind: oneOf(search, 'kind', ['wx', 'mp']),
    step: oneOf(search, 'step', ['link']),
  }),
  component: WechatPage,
});
