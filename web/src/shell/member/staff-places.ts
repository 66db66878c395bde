import { IconBuildingBank, IconHelp, IconUsersGroup } from '@tabler/icons-react';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import type { Place } from './places.ts';

const staffPlaces = [
  { role: 'finance', to: '/finance', label: 'nav.finance', icon: IconBuildingBank },
  { role: 'admin', to: '/admin', label: 'nav.admin', icon: IconUsersGroup },
  { role: 'support', to: '/support', label: 'nav.support', icon: IconHelp },
] as const satisfies readonly (Place & { role: string })[];

/** The areas of staff that these roles open. */
export const staffPlacesOf = (profile: Profile | null | undefined) =>
  staffPlaces.filter(({ role }) => profile?.roles.includes(role));

/** What a person is here first of all. */
export const roleOf = (profile: Profile) =>
  staffPlacesOf(profile)[0]?.role ?? (profile.creator === null ? ('fan' as const) : ('creator' as const));
