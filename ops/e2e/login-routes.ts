import { readdirSync, readFileSync } from 'node:fs';
import { addressOf, isAt } from './page-routes.ts';

/** Overview specification 2, login-required routes that exist; `*` is any id. */
const LOGIN_REQUIRED = [
  '/apply',
  '/apply/certify',
  '/cart',
  '/dashboard/dev',
  '/dashboard/income',
  '/dashboard/mark',
  '/dashboard/mark-post',
  '/dashboard/order',
  '/dashboard/purchased',
  '/dashboard/sponsored-bill',
  '/dashboard/sponsoring',
  '/dashboard/sponsors',
  '/dashboard/stats',
  '/edit/aff',
  '/edit/album',
  '/edit/article',
  '/edit/shop',
  '/my/bill',
  '/my/dashboard',
  '/notice/comment',
  '/notice/like',
  '/oauth2/authorize',
  '/order/inspect',
  '/purchase/sku/*',
  '/setting/account',
  '/setting/address',
  '/setting/aff',
  '/setting/blocklist',
  '/setting/close-account',
  '/setting/contacts',
  '/setting/creator',
  '/setting/goal',
  '/setting/identity',
  '/setting/notification',
  '/setting/payment',
  '/setting/plan',
  '/setting/redeem',
  '/setting/rejectlist',
  '/setting/security',
  '/setting/shop',
  '/setting/withdraw',
  '/withdraw',
] as const;

const folder = new URL('../../web/src/routes/', import.meta.url);
const routes = readdirSync(folder).map((file) => file.replace(/\.tsx$/, ''));
const textOf = (route: string): string => readFileSync(new URL(`${route}.tsx`, folder), 'utf8');

/** Pages that need a session only for a number in their address. */
const WITH_NUMBER = ['proof'];

/** A route asks for a session itself, or a frame around it does. */
const GUARD = /\bsignedInPage\b|\bsignedIn\(|\bcreatorsOnly\b|\batDoor\b/;
const isGuarded = (route: string): boolean =>
  routes.some((frame) => (frame === route || route.startsWith(`${frame}.`)) && GUARD.test(textOf(frame)));

const partsOf = (address: string): string[] => address.split('/').filter(Boolean);

/** Addresses of the specification's list whose route lets guests in, or is missing. */
export const unguarded = (): string[] =>
  LOGIN_REQUIRED.filter(
    (address) => !routes.some((route) => isAt(addressOf(route), partsOf(address)) && isGuarded(route)),
  );

/** An address of each page without parameters that needs a session. */
export const guardedAddresses = (): string[] => [
  ...new Set(
    routes
      .filter((route) => isGuarded(route) && !route.includes('$') && !WITH_NUMBER.includes(route))
      .map((route) => `/${addressOf(route).join('/')}`)
      .filter((address) => address !== '/'),
  ),
];
