import { call } from '#ops/actors/client.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { listPlans, listProducts } from '#services/contract/catalog/plans.ts';
import { editAddress } from '#services/contract/delivery/addresses.ts';
import { getThanks } from '#services/contract/memberships/sponsors.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { cancelOrder, createOrder } from '#services/contract/orders/orders.ts';
import { getDashboard } from '#services/contract/stats/calls.ts';
import { editIdcard, listIdcards } from '#services/contract/tickets/identities.ts';
import type { Visitor } from '../visitor.ts';
import { affiliatePages } from './affiliate-pages.ts';
import { afterPages } from './after-pages.ts';
import { goalPages } from './goal-pages.ts';
import { editorPages, itemPages } from './offer-pages.ts';
import type { Page } from './page.ts';
import { guestPostPages, postPages } from './post-pages.ts';
import { checkoutPages, ticketPages } from './sold-pages.ts';

const CREATOR_SLUG = 'linjian';

const first = <One>({ list }: { list: readonly One[] }, what: string): One => {
  const [one] = list;
  if (one === undefined) throw new Error(`the demo has no ${what}`);
  return one;
};

/** Public pages. */
export async function guestPages(visitor: Visitor): Promise<Page[]> {
  const { user } = await call(visitor, getProfileBySlug, { url_slug: CREATOR_SLUG });
  const of = { user_id: user.user_id };
  const plan = first(await call(visitor, listPlans, of), 'plan');
  const product = first(await call(visitor, listProducts, of), 'product');
  const sponsor = first(await call(visitor, getThanks, of), 'sponsor');
  return [
    { name: 'landing', path: '/' },
    { name: 'feed', path: '/feed' },
    { name: 'explore', path: '/explore' },
    { name: 'explore-goal', path: '/explore?view=goal' },
    { name: 'explore-posts', path: '/explore?view=posts' },
    { name: 'cartoon', path: '/cartoon' },
    { name: 'music', path: '/music' },
    { name: 'explore-nothing', path: '/explore?q=zzzz' },
    { name: 'check', path: '/check' },
    { name: 'login', path: '/login' },
    { name: 'register', path: '/reg' },
    { name: 'forgot', path: '/forgot' },
    { name: 'login-by-code', path: '/login?type=mobile' },
    { name: 'login-by-link', path: '/login?atn=token' },
    { name: 'reset', path: '/reset?token=abc' },
    { name: 'creator', path: `/a/${CREATOR_SLUG}` },
    { name: 'creator-search', path: `/a/${CREATOR_SLUG}?q=${encodeURIComponent('细节')}` },
    { name: 'creator-home', path: `/a/${CREATOR_SLUG}?tab=home` },
    { name: 'creator-plans', path: `/a/${CREATOR_SLUG}/plan` },
    { name: 'creator-shop', path: `/a/${CREATOR_SLUG}?tab=shop` },
    { name: 'creator-thanks', path: `/a/${CREATOR_SLUG}/thank` },
    { name: 'leaflet', path: `/leaflet?slug=${CREATOR_SLUG}` },
    { name: 'person', path: `/u/${sponsor.user_id}` },
    { name: 'item', path: `/item/${product.plan_id}` },
    { name: 'item-of-address', path: `/item?plan_id=${product.plan_id}` },
    ...(await itemPages(visitor, user.user_id)),
    ...(await guestPostPages(visitor)),
    { name: 'order-plan', path: `/order/create?plan_id=${plan.plan_id}&product_type=0&month=6` },
    { name: 'order-goods', path: `/order/create?plan_id=${product.plan_id}&product_type=1` },
    ...(await checkoutPages(visitor, user.user_id)),
    { name: 'redeem-guest', path: '/redeem' },
    { name: 'redeem-unknown', path: '/redeem/nothing' },
    { name: 'tracking-nothing', path: '/order/delivery' },
    { name: 'proof', path: '/proof' },
    { name: 'about', path: '/about' },
    { name: 'terms', path: '/term' },
    { name: 'privacy', path: '/privacy' },
    { name: 'crowdfunding-terms', path: '/terms-of-crowdfunding' },
    { name: 'app', path: '/app' },
    { name: 'app-open', path: '/app/openapp' },
    { name: 'app-simple', path: '/app/simple' },
    { name: 'link-away', path: '/link?url=https%3A%2F%2Fexample.com%2Fpage' },
    { name: 'link-nothing', path: '/link' },
    { name: 'unsubscribe-nothing', path: '/unsubscribe' },
    { name: 'error', path: '/error?ec=500&em=Please+try+again' },
    { name: 'not-found', path: '/no/such/page' },
  ];
}

/** An address and an identity record; those of an earlier window are reused. */
async function keepSomething(visitor: Visitor): Promise<void> {
  await call(visitor, editAddress, {
    addr_name: '林小满',
    addr_phone: '13800138000',
    addr_address: '文三路 42 号 3 幢 2 单元 601 室',
    province: '330000',
    city: '330100',
    area: '330106',
    street: '330106002',
  });
  const { list } = await call(visitor, listIdcards);
  const person = { name: '林小满', id_card: '110101199003070011' };
  // Two windows can create it concurrently; the second gets the existing number.
  if (list.length === 0) await call(visitor, editIdcard, person).catch(() => undefined);
}

/** Further pages of a fan. */
export async function fanPages(visitor: Visitor): Promise<Page[]> {
  const paid = first(await call(visitor, listMyOrders, { status: 2 }), 'paid order of the fan');
  const { user } = await call(visitor, getProfileBySlug, { url_slug: CREATOR_SLUG });
  const { list } = await call(visitor, listPlans, { user_id: user.user_id });
  // A member cannot change to a cheaper plan.
  const [plan] = list.toSorted((one, other) => Number(other.price) - Number(one.price));
  const place = () =>
    call(visitor, createOrder, {
      plan_id: plan?.plan_id,
      product_type: 0,
      month: 1,
    });
  await keepSomething(visitor);
  const cancelled = await place();
  await call(visitor, cancelOrder, { out_trade_no: cancelled.out_trade_no });
  const pending = await place();
  return [
    { name: 'cashier', path: `/cashier?out_trade_no=${pending.out_trade_no}` },
    { name: 'cashier-closed', path: `/cashier?out_trade_no=${cancelled.out_trade_no}` },
    { name: 'order-check', path: `/order/check?out_trade_no=${paid.out_trade_no}` },
    { name: 'orders', path: '/dashboard/order' },
    { name: 'order', path: `/dashboard/order/${paid.out_trade_no}` },
    ...(await afterPages(visitor, paid.out_trade_no)),
    { name: 'own-feed', path: '/feed?filter=article' },
    { name: 'mark', path: '/dashboard/mark' },
    { name: 'mark-posts', path: '/dashboard/mark-post' },
    { name: 'redeem-code', path: '/redeem' },
    { name: 'me', path: '/me' },
    { name: 'contacts', path: '/setting/contacts' },
    { name: 'privacy-settings', path: '/setting/privacy' },
    { name: 'account', path: '/setting/account' },
    { name: 'close-account', path: '/setting/close-account' },
    { name: 'bind-phone', path: '/bind?type=phone&redirect=1' },
    { name: 'change-email', path: '/bind?type=old_email' },
    { name: 'addresses', path: '/setting/address' },
    { name: 'cart', path: '/cart' },
    { name: 'address-for-order', path: `/setting/address?out_trade_no=${paid.out_trade_no}&has_back=1` },
    { name: 'identities', path: '/setting/identity' },
    { name: 'connected-apps', path: '/setting/apps' },
    { name: 'blocked', path: '/setting/blocklist' },
    { name: 'rejected', path: '/setting/rejectlist' },
    { name: 'wechat-cancelled', path: '/oauth/wechat' },
    { name: 'authorize-unknown', path: '/oauth2/authorize?client_id=none' },
    ...(await ticketPages(visitor, user.user_id)),
    { name: 'apply', path: '/apply' },
  ];
}

/** Further pages of a creator. */
export async function creatorPages(visitor: Visitor): Promise<Page[]> {
  const { last_31_days } = await call(visitor, getDashboard);
  const { from, to } = last_31_days;
  const received = await call(visitor, listCreatorOrders);
  const order = first(received, 'order received');
  const { user } = await call(visitor, getMyProfile);
  const of = { user_id: user.user_id, with_hidden: true };
  const plan = first(await call(visitor, listPlans, of), 'plan');
  const product = first(await call(visitor, listProducts, of), 'product');
  return [
    { name: 'stats', path: '/dashboard/stats' },
    { name: 'stats-table', path: '/my/dashboard?view=table' },
    {
      name: 'stats-explained',
      path: `/dashboard/stats?figure=gross&explain_from=${from}&explain_to=${to}`,
    },
    { name: 'analytics', path: '/dashboard/analytics' },
    { name: 'analytics-sales', path: '/dashboard/analytics?part=sales' },
    { name: 'analytics-hours', path: '/dashboard/analytics?part=hours' },
    { name: 'analytics-visits', path: '/dashboard/analytics?part=visits' },
    {
      name: 'analytics-explained',
      path: `/dashboard/analytics?figure=month_kept&explain_from=${to.slice(0, 8)}01&explain_to=${to}`,
    },
    { name: 'income', path: '/dashboard/income' },
    { name: 'proof-month', path: `/proof?month=${from.slice(0, 7)}` },
    { name: 'income-month', path: `/dashboard/income?month=${to.slice(0, 7)}` },
    { name: 'withdraw', path: '/withdraw' },
    { name: 'withdraw-records', path: '/setting/withdraw' },
    { name: 'payment', path: '/setting/payment' },
    { name: 'bill', path: '/dashboard/sponsored-bill' },
    { name: 'bill-order', path: `/dashboard/sponsored-bill?order=${order.out_trade_no}` },
    { name: 'bill-to-send', path: '/dashboard/sponsored-bill?express_status=8' },
    { name: 'sponsors', path: '/dashboard/sponsors' },
    { name: 'members', path: '/dashboard/sponsors?tab=members' },
    { name: 'bill-refunded', path: '/dashboard/sponsored-bill?refund_state=1' },
    { name: 'plans', path: '/setting/plan' },
    { name: 'shop', path: '/setting/shop' },
    { name: 'plan-new', path: '/edit/shop?product_type=0' },
    { name: 'plan-edit', path: `/edit/shop?plan_id=${plan.plan_id}&product_type=0` },
    { name: 'product-new', path: '/edit/shop?product_type=1' },
    { name: 'product-edit', path: `/edit/shop?plan_id=${product.plan_id}&product_type=1` },
    ...(await editorPages(visitor, user.user_id)),
    { name: 'page-settings', path: '/setting/creator' },
    { name: 'redeem-codes', path: `/setting/redeem?plan_id=${plan.plan_id}` },
    ...(await affiliatePages(visitor, CREATOR_SLUG)),
    ...(await goalPages(visitor, user.user_id)),
    ...(await postPages(visitor)),
    { name: 'inspect', path: '/order/inspect' },
    { name: 'guests', path: '/dashboard/guests' },
    { name: 'guests-used', path: '/dashboard/guests?status=2' },
    { name: 'requests', path: '/dashboard/requests' },
    { name: 'requests-over', path: '/dashboard/requests?over=1' },
    { name: 'team', path: '/setting/team' },
    { name: 'developer', path: '/dashboard/dev' },
    { name: 'webhook-receiver', path: '/dashboard/dev/receiver' },
    { name: 'certify', path: '/apply/certify' },
  ];
}
