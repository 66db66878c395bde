import { randomBytes } from 'node:crypto';
import { asOutTradeNo, asUserId, type UserId } from '#events/ids.ts';
import { POST_STATUS } from '#events/status.ts';
import { postById } from '#read-models/content/queries.ts';
import { fanOrders } from '#read-models/orders/fan-orders.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { handOverOrder as handOver } from '#services/commerce/staff/hand-over-order.ts';
import { resendMessages as resend } from '#services/commerce/staff/resend-messages.ts';
import {
  getSupportAccess,
  getSupportOrder,
  handOverOrder,
  resendMessages,
  searchOrders,
} from '#services/contract/staff/support.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { explainedAccess, momentOf } from '../content/access/access-answer.ts';
import { postViewer } from '../content/post-viewer.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { requireAccount } from '../http/input.ts';
import { orderDetail, placedOrder } from '../orders/order-detail.ts';
import { orderAnswers } from '../orders/order-list.ts';

const NOTHING = {
  cancel: false,
  pay: false,
  set_address: false,
  change_remark: false,
  refund: false,
  receipt: false,
};

/** Support's view of orders, and of what they open; every look is recorded with its reason. */
export const supportRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  const { pool, vault, directory, accounts, clock, committer, blocks } = deps;

  async function whose(account: string | undefined, user_id = ''): Promise<UserId | undefined> {
    if (account !== undefined) return accounts.members.byAccount(requireAccount(account));
    return (await accounts.profiles.own(asUserId(user_id)))?.user_id;
  }

  on(searchOrders, async ({ query, caller: { user_id: staff }, language }) => {
    const { account, user_id, reason } = query;
    const fan = await whose(account, user_id);
    if (fan === undefined) return { code: 'not_found' };
    // A page that is read again is one look.
    if (!query.arrived) await vault.recordLook(staff, [`orders-of:${fan}`], reason);
    const found = await fanOrders(pool, { user_id: fan, ...rangeOf(query) });
    const bare = found.list.map((order) => ({
      ...order,
      remark_ref: null,
      creator_remark_ref: null,
      address_ref: null,
      custom_order_id: '',
    }));
    const person = (await directory.usersByIds([fan])).get(fan);
    return {
      user: { user_id: fan, name: person?.name ?? '', avatar: person?.avatar ?? '' },
      ...pageAnswer(query, found, await orderAnswers(deps, bare, staff, language)),
    };
  });

  on(getSupportOrder, async ({ query: { out_trade_no, reason }, caller: { user_id: staff }, language }) => {
    const order = await placedOrder(deps, out_trade_no);
    if (order === undefined) return { code: 'not_found' };
    await vault.recordLook(staff, [`orders-of:${order.owner}`], reason);
    const eyes = asStaff(deps, staff, reason);
    const detail = await orderDetail(eyes, order, staff, language);
    return { ...detail, replies: [], may: NOTHING };
  });

  on(resendMessages, async ({ body, caller: { user_id: by } }) => {
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const outcome = await committer.submit(resend({ out_trade_no, by, reason: body.reason }));
    if (!outcome.accepted) return outcome.refusal;
    return { out_trade_no, position: outcome.position };
  });

  on(handOverOrder, async ({ body, caller: { user_id: by } }) => {
    const { reason } = body;
    const out_trade_no = asOutTradeNo(body.out_trade_no);
    const to = await whose(body.account);
    if (to === undefined) return badInput('account', { key: 'unknown' });
    const order = await placedOrder(deps, out_trade_no);
    // An account that cannot buy from the creator gets nothing of theirs from another one.
    if (order && (await blocks.rejects(order.placed.creator_id, to)))
      return badInput('account', { key: 'account_rejected' });
    const secret = randomBytes(16).toString('hex');
    const from = asUserId(body.from);
    const outcome = await committer.submit(handOver({ out_trade_no, from, to, by, reason, secret }));
    if (!outcome.accepted) return outcome.refusal;
    return { out_trade_no, user_id: to, position: outcome.position };
  });

  on(getSupportAccess, async ({ query, caller: { user_id: staff } }) => {
    const { post_id, user_id, out_trade_no, reason } = query;
    const at = momentOf(query.at, clock.now());
    if (typeof at !== 'number') return at;
    const order = out_trade_no === undefined ? undefined : await placedOrder(deps, out_trade_no);
    const whom = order?.owner ?? (await whose(undefined, user_id));
    const [post] = (await postById(pool, { post_id, viewer: '', at })).rows;
    if (whom === undefined || post === undefined) return { code: 'not_found' };
    if (post.status === POST_STATUS.deleted) return { code: 'post_deleted' };
    await vault.recordLook(staff, [`access-of:${whom}`], reason);
    const { viewer } = await postViewer(deps, post.creator_id, asUserId(whom));
    return (await explainedAccess(deps, { post_id, whose: whom, viewer, at })) ?? { code: 'not_found' };
  });
};

/**
 * The same dependencies as a member of staff reads through them: each entry of the vault that is looked at is recorded
 * with who looks and why, before it is shown.
 */
function asStaff<Parts extends Pick<Dependencies, 'vault' | 'addresses'>>(
  parts: Parts,
  staff: UserId,
  reason: string,
): Parts {
  const { vault, addresses } = parts;
  return {
    ...parts,
    vault: { ...vault, read: (refs) => vault.readAsStaff(staff, refs, reason) },
    addresses: {
      ...addresses,
      async read(refs) {
        await vault.recordLook(staff, refs, reason);
        return addresses.read(refs);
      },
    },
  };
}
