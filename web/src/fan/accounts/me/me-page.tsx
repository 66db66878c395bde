import { Container, Group, Stack, Text, Title } from '@mantine/core';
import {
  IconHelpCircle,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { actFor } from '../../../app/acting-creator.ts';
import { useProfile, useSignOut } from '../../../app/session.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Name } from '../../../components/name.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { useHasAffiliates } from '../../../creator/affiliates/use-has-affiliates.ts';
import { useLanguageSwitch, useThemeSwitch } from '../../../shell/look.ts';
import {
  affiliatePlace,
  becomeCreator,
  creatorPlaces,
  fanPlaces,
  settingsPlace,
} from '../../../shell/member/places.ts';
import { roleOf, staffPlacesOf } from '../../../shell/member/staff-places.ts';
import { teamPath } from '../../../shell/member/team-path.ts';
import { useOperator } from '../../../shell/operator.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { MeNumbers } from './me-numbers.tsx';
import { ActionRow, PlaceRow, Rows } from './me-rows.tsx';
import { MeTools } from './me-tools.tsx';

/** /me: the tab of small screens with the person, their numbers, and all that the avatar menu holds. */
export function MePage() {
  const { t } = useTranslation('shell');
  const profile = useProfile();
  usePageTitle(t('nav.me'));
  if (!profile) return null;
  return (
    <Container size="xs" py="md">
      <Stack gap="md">
        <Head profile={profile} />
        <MeNumbers />
        <Work profile={profile} />
        <Rows label={t('nav.mine')}>
          {fanPlaces.map((place) => (
            <PlaceRow key={place.label} place={place} />
          ))}
        </Rows>
        <MeTools profile={profile} />
        <Settings />
      </Stack>
    </Container>
  );
}

function Head({ profile }: { profile: Profile }) {
  const { t } = useTranslation('shell');
  const { user, creator } = profile;
  return (
    <Group gap="md" wrap="nowrap">
      <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={64} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Title order={1} fz={22}>
          <Name inherit>{user.name}</Name>
        </Title>
        <Text className="hint">{t(`role.${roleOf(profile)}`)}</Text>
      </div>
      {creator !== null && user.url_slug !== '' && (
        <ButtonLink
          to="/a/$slug"
          params={{ slug: user.url_slug }}
          variant="light"
          leftSection={<IconUser size={18} aria-hidden />}
        >
          {t('nav.myPage')}
        </ButtonLink>
      )}
    </Group>
  );
}

/** Areas of staff, own and others' studios, or the way to become a creator. */
function Work({ profile }: { profile: Profile }) {
  const { t } = useTranslation('shell');
  const hasAffiliates = useHasAffiliates();
  return (
    <Rows label={t('nav.work')}>
      {staffPlacesOf(profile).map((place) => (
        <PlaceRow key={place.role} place={place} />
      ))}
      {profile.teams.map(({ creator, rights }) => (
        <ActionRow
          key={creator.user_id}
          icon={IconUsersGroup}
          label={t('nav.studioOf', { name: creator.name })}
          onClick={() => actFor(creator.user_id, teamPath(rights))}
        />
      ))}
      {profile.creator === null && <PlaceRow place={becomeCreator} />}
      {profile.creator !== null && creatorPlaces.map((place) => <PlaceRow key={place.label} place={place} />)}
      {hasAffiliates && <PlaceRow place={affiliatePlace} />}
    </Rows>
  );
}

function Settings() {
  const { t } = useTranslation('shell');
  const language = useLanguageSwitch();
  const theme = useThemeSwitch();
  const help = useOperator()?.help;
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Rows label={t('nav.settings')}>
      <PlaceRow place={settingsPlace} />
      <ActionRow
        icon={IconLanguage}
        label={language.name}
        lang={language.language}
        full={language.words}
        onClick={language.toggle}
      />
      <ActionRow icon={theme.isDark ? IconSun : IconMoon} label={theme.words} onClick={theme.toggle} />
      {help && (
        <ActionRow
          icon={IconHelpCircle}
          label={t('footer.help')}
          onClick={() => window.location.assign(help)}
        />
      )}
      <ActionRow
        icon={IconLogout}
        label={t('nav.signOut')}
        onClick={() => signOut.mutate({}, { onSettled: () => void navigate({ to: '/' }) })}
      />
    </Rows>
  );
}
