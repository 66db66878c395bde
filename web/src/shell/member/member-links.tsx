import { Indicator } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { useInStudio } from '../in-studio.ts';
import { CategoryLinks, NavLink } from '../nav-link.tsx';
import { useOwnCheck } from './own-check.ts';
import { staffPlacesOf } from './staff-places.ts';

/** The header's navigation of a signed-in person. */
export function MemberLinks({ profile }: { profile: Profile }) {
  const { t } = useTranslation('shell');
  const inStudio = useInStudio();
  const staff = staffPlacesOf(profile);
  const hasNewPosts = (useOwnCheck()?.unread_post_num ?? 0) > 0;
  return (
    <>
      <Indicator disabled={!hasNewPosts} color="red" size={8} offset={8}>
        <NavLink to="/feed" label="nav.feed" words={hasNewPosts ? t('nav.feedNew') : undefined} />
      </Indicator>
      <NavLink to="/explore" label="nav.explore" />
      <NavLink to="/app" label="footer.app" roomy />
      {profile.creator === null && <CategoryLinks />}
      {staff.map(({ to, label }) => (
        <NavLink key={to} to={to} label={label} />
      ))}
      {profile.creator !== null && <NavLink to="/dashboard/stats" label="nav.studio" active={inStudio} />}
      {profile.creator === null && staff.length === 0 && <NavLink to="/apply" label="nav.apply" />}
    </>
  );
}
