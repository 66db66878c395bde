import {
  IconAffiliate,
  IconBookmark,
  IconBuildingStore,
  IconChartAreaLine,
  IconCode,
  IconGift,
  IconHeart,
  IconHeartHandshake,
  IconNotes,
  type IconProps,
  IconReceipt,
  IconReceipt2,
  IconSettings,
  IconShoppingBag,
  IconShoppingCart,
  IconSparkles,
  IconTicket,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';

/** A place that a menu leads to. */
export interface Place {
  to: LinkProps['to'];
  label: ParseKeys<'shell'>;
  icon: ComponentType<IconProps>;
}

/** The avatar menu of every signed-in user. */
export const fanPlaces: readonly Place[] = [
  { to: '/cart', label: 'nav.cart', icon: IconShoppingCart },
  { to: '/dashboard/order', label: 'nav.orders', icon: IconReceipt },
  { to: '/dashboard/purchased', label: 'nav.purchased', icon: IconShoppingBag },
  { to: '/dashboard/sponsoring', label: 'nav.sponsoring', icon: IconHeartHandshake },
  { to: '/dashboard/mark', label: 'nav.marks', icon: IconBookmark },
  { to: '/dashboard/ticket', label: 'nav.tickets', icon: IconTicket },
  { to: '/redeem', label: 'nav.redeem', icon: IconGift },
];
export const settingsPlace: Place = { to: '/setting/account', label: 'nav.settings', icon: IconSettings };

/** The links of creators above it. */
export const creatorPlaces: readonly Place[] = [
  { to: '/dashboard/stats', label: 'nav.dashboard', icon: IconChartAreaLine },
  { to: '/dashboard/sponsored-bill', label: 'nav.bill', icon: IconReceipt2 },
  { to: '/dashboard/posts', label: 'nav.posts', icon: IconNotes },
  { to: '/setting/plan', label: 'nav.selling', icon: IconHeart },
  { to: '/setting/shop', label: 'nav.shop', icon: IconBuildingStore },
  { to: '/dashboard/dev', label: 'nav.developer', icon: IconCode },
];

/** Further items for users who can open codes, or are partners of some. */
export const affiliatePlace: Place = { to: '/setting/aff', label: 'nav.affiliates', icon: IconAffiliate };

/** The links of fans in their place. */
export const becomeCreator: Place = { to: '/apply', label: 'nav.apply', icon: IconSparkles };
