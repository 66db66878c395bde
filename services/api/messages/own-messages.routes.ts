import { getMyCheck, listMyMessages, readMyMessages } from '#services/contract/messages/calls.ts';
import { keyOf } from '#services/modules/notices/notice-bars.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { isAbroad } from '../http/proxies/abroad.ts';
import { unreadNotices } from '../notices/findable-posts.ts';
import { unreadPosts } from '../relations/feed-creators.ts';

const seconds = (at: number): number => Math.floor(at / 1000);

/** The platform's messages to the caller, and the number of new ones. */
export const ownMessageRoutes: Area = (deps) => async (app) => {
  const { inbox, clock, noticeBars } = deps;
  const on = routesOf(app, 'messages');
  on(listMyMessages, async ({ query, caller, language }) => {
    const found = await inbox.page(caller.user_id, language, rangeOf(query));
    const list = found.list.map(({ at, ...rest }) => ({ ...rest, create_time: seconds(at) }));
    return tablePage(query, found, list);
  });
  on(readMyMessages, async ({ body, caller }) => {
    await inbox.markRead(caller.user_id, body.message_id);
    return {};
  });
  on(getMyCheck, async ({ query: { local_new_msg_id }, caller, request }) => {
    const [{ unread, newest }, unread_post_num, notices, bars] = await Promise.all([
      inbox.check(caller.user_id),
      unreadPosts(deps, caller.user_id),
      unreadNotices(deps, caller.user_id),
      noticeBars.shown(),
    ]);
    return {
      unread_message_num: unread,
      unread_post_num,
      has_new_msg: local_new_msg_id === undefined ? unread > 0 : newest > local_new_msg_id,
      unread_count: { message: unread, ...notices },
      notice_bar_key: bars.map(keyOf).join(),
      ip_info: { is_abroad: isAbroad(deps.config.countryHeader, request) },
      now: seconds(clock.now()),
    };
  });
};
