import { type IconProps, IconReceipt, IconSettings } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';

/** A place that a menu leads to. */
export interface Place {
  to: LinkProps['to'];
  label: ParseKeys<'shell'>;
  icon: ComponentType<IconProps>;
}

/** What every signed-in person has in the avatar menu. */
export const fanPlaces: readonly Place[] = [
  { to: '/dashboard/order', label: 'nav.orders', icon: IconReceipt },
  { to: '/setting/account', label: 'nav.settings', icon: IconSettings },
];

/** What creators have above that; the creator area adds its pages here. */
export const creatorPlaces: readonly Place[] = [];
