import { call } from '#ops/actors/client.ts';
import { demoAccount } from '#ops/demo/accounts.ts';
import { listCertifications } from '#services/contract/staff/admin.ts';
import { searchOrders } from '#services/contract/staff/support.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** Staff, and requests for certification. */
export async function adminPages(visitor: Visitor): Promise<Page[]> {
  const { list } = await call(visitor, listCertifications);
  const [first] = list;
  if (first === undefined) throw new Error('nobody in the demo asks to be certified');
  return [
    { name: 'admin', path: '/admin' },
    { name: 'admin-users', path: '/admin/users' },
    { name: 'admin-user', path: '/admin/users?user_id=linjian&reason=ticket+17' },
    { name: 'admin-user-none', path: '/admin/users?user_id=nobody&reason=ticket+17' },
    { name: 'admin-user-list', path: '/admin/user-list' },
    { name: 'admin-user-list-shown', path: '/admin/user-list?reason=ticket+17' },
    { name: 'admin-creator-list', path: '/admin/creator-list?reason=ticket+17' },
    { name: 'admin-orders', path: '/admin/orders?reason=ticket+17' },
    { name: 'admin-reports', path: '/admin/reports' },
    { name: 'admin-banners', path: '/admin/banners' },
    { name: 'admin-figures', path: '/admin/figures' },
    { name: 'admin-staff', path: '/admin/staff' },
    { name: 'admin-notices', path: '/admin/notices' },
    { name: 'admin-creators', path: '/admin/creators' },
    { name: 'admin-review', path: `/admin/creators?review=${first.application_id}` },
    { name: 'finance-not-yours', path: '/finance' },
  ];
}

/** A person's orders and one of them, by a recorded look. */
export async function supportPages(visitor: Visitor): Promise<Page[]> {
  const { account } = demoAccount('fan');
  const { user, list } = await call(visitor, searchOrders, { account, reason: 'ticket 17' });
  const [first] = list;
  if (first === undefined) throw new Error('the demo’s fan has no orders');
  const orders = `/support?user_id=${user.user_id}&reason=ticket+17`;
  return [
    { name: 'support', path: '/support' },
    { name: 'support-orders', path: orders },
    { name: 'support-order', path: `${orders}&order=${first.out_trade_no}` },
    { name: 'support-users', path: '/support/users?reason=ticket+17' },
    { name: 'support-all-orders', path: '/support/orders?reason=ticket+17' },
    { name: 'support-cases', path: '/support/cases' },
    { name: 'support-case-none', path: '/support/cases?order=1' },
    { name: 'admin-not-yours', path: '/admin/staff' },
  ];
}
