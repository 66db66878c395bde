import { Group, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconBug,
  IconHelpCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { actFor } from '../../app/acting-creator.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { useSignOut } from '../../app/session.ts';
import { MenuItemLink } from '../../components/menu-link.tsx';
import { Name } from '../../components/name.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useHasAffiliates } from '../../creator/affiliates/use-has-affiliates.ts';
import { useLanguageSwitch, useThemeSwitch } from '../look.ts';
import { useOperator } from '../operator.ts';
import {
  affiliatePlace,
  becomeCreator,
  creatorPlaces,
  fanPlaces,
  type Place,
  settingsPlace,
} from './places.ts';
import { roleOf, staffPlacesOf } from './staff-places.ts';
import { teamPath } from './team-path.ts';

const DebugConsole = lazy(() => untilLoaded(() => import('../debug/debug-console.tsx')));

/** The signed-in person's menu: own page, the dashboards, settings, leaving. */
export function AvatarMenu({ profile }: { profile: Profile }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { user } = profile;
  const staff = staffPlacesOf(profile);
  const [isDebugging, setDebugging] = useState(false);
  const leave = () => signOut.mutate({}, { onSettled: () => void navigate({ to: '/' }) });
  return (
    <>
      <Menu position="bottom-end" width={248} shadow="md">
        <Menu.Target>
          <UnstyledButton aria-label={t('nav.menuOf', { name: user.name })} style={{ borderRadius: 999 }}>
            <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={40} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="calc(100dvh - 80px)" style={{ overflowY: 'auto' }}>
          <Group p="xs" gap="xs" wrap="nowrap">
            <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={40} />
            <Stack gap={0} miw={0}>
              <Name fw={650}>{user.name}</Name>
              <Text className="footnote">{t(`role.${roleOf(profile)}`)}</Text>
            </Stack>
          </Group>
          <Menu.Divider />
          {profile.creator !== null && user.url_slug !== '' && (
            <MenuItemLink
              to="/a/$slug"
              params={{ slug: user.url_slug }}
              leftSection={<IconUser size={18} aria-hidden />}
            >
              {t('nav.myPage')}
            </MenuItemLink>
          )}
          {staff.map((place) => (
            <PlaceItem key={place.role} place={place} />
          ))}
          {profile.teams.map(({ creator, rights }) => (
            <Menu.Item
              key={creator.user_id}
              leftSection={<IconUsersGroup size={18} aria-hidden />}
              onClick={() => actFor(creator.user_id, teamPath(rights))}
            >
              {t('nav.studioOf', { name: creator.name })}
            </Menu.Item>
          ))}
          {profile.creator === null && <PlaceItem place={becomeCreator} />}
          {profile.creator !== null && (
            <>
              {creatorPlaces.map((place) => (
                <PlaceItem key={place.label} place={place} />
              ))}
              <AffiliateItem />
              <Menu.Divider />
            </>
          )}
          {profile.creator === null && <AffiliateItem />}
          {fanPlaces.map((place) => (
            <PlaceItem key={place.label} place={place} />
          ))}
          <Menu.Divider />
          <PlaceItem place={settingsPlace} />
          <LookItems />
          <HelpItem />
          {profile.can_debug && (
            <Menu.Item leftSection={<IconBug size={18} aria-hidden />} onClick={() => setDebugging(true)}>
              {t('nav.debug')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} aria-hidden />} onClick={leave}>
            {t('nav.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDebugging && (
        <Suspense>
          <DebugConsole onClose={() => setDebugging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Language and theme; the menu stays open, so that the change is seen. */
function LookItems() {
  const language = useLanguageSwitch();
  const theme = useThemeSwitch();
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconLanguage size={18} aria-hidden />}
        lang={language.language}
        aria-label={language.words}
        onClick={language.toggle}
      >
        {language.name}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={theme.isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
        onClick={theme.toggle}
      >
        {theme.words}
      </Menu.Item>
    </>
  );
}

/** The operator's help, where there is one. */
function HelpItem() {
  const { t } = useTranslation('shell');
  const help = useOperator()?.help;
  if (!help) return null;
  return (
    <Menu.Item component="a" href={help} leftSection={<IconHelpCircle size={18} aria-hidden />}>
      {t('footer.help')}
    </Menu.Item>
  );
}

/** Loaded only when the menu is open. */
function AffiliateItem() {
  return useHasAffiliates() && <PlaceItem place={affiliatePlace} />;
}

function PlaceItem({ place }: { place: Place }) {
  const { t } = useTranslation('shell');
  const Icon = place.icon;
  return (
    <MenuItemLink to={place.to} leftSection={<Icon size={18} aria-hidden />}>
      {t(place.label)}
    </MenuItemLink>
  );
}
