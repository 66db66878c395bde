import { ActionIcon, Button, Container, Group, Skeleton } from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBar } from '../app/bars.ts';
import { useProfile } from '../app/session.ts';
import { ButtonLink } from '../components/links.tsx';
import classes from './header.module.css';
import { Logo } from './logo.tsx';
import { useLanguageSwitch, useThemeSwitch } from './look.ts';
import { MemberLinks, MemberTools } from './member-parts.ts';
import { CategoryLinks, NavLink } from './nav-link.tsx';
import { SearchBox, SearchLink } from './search-box.tsx';

/** The links that everybody has, and those of a guest. */
const PublicLinks = ({ ofGuest }: { ofGuest: boolean }) => (
  <>
    <NavLink to="/feed" label="nav.feed" />
    <NavLink to="/explore" label="nav.explore" />
    <NavLink to="/app" label="footer.app" roomy />
    {ofGuest && <CategoryLinks />}
  </>
);

/** Language, theme, and the ways in; members have the first two in their menu. */
function GuestTools() {
  const { t } = useTranslation('shell');
  const language = useLanguageSwitch();
  const theme = useThemeSwitch();
  const href = useLocation({ select: (location) => location.href });
  // From the sign-in pages the link leads home, from other pages back to them.
  const back = /^\/(login|reg|forgot|reset)\b/.test(href) || href === '/' ? undefined : href;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        h={40}
        px={6}
        lang={language.language}
        aria-label={language.words}
        leftSection={<IconLanguage size={20} aria-hidden />}
        classNames={{ section: classes.wide ?? '' }}
        styles={{ section: { marginInlineEnd: 4 } }}
        onClick={language.toggle}
      >
        {language.short}
      </Button>
      <ActionIcon size={40} radius="xl" aria-label={theme.words} onClick={theme.toggle}>
        {theme.isDark ? <IconSun size={22} aria-hidden /> : <IconMoon size={22} aria-hidden />}
      </ActionIcon>
      <Group gap={8} wrap="nowrap">
        <ButtonLink to="/login" search={{ back }} variant="subtle" px={8}>
          {t('nav.signIn')}
        </ButtonLink>
        <ButtonLink to="/reg" search={{ back }} className={classes.wide}>
          {t('nav.register')}
        </ButtonLink>
      </Group>
    </>
  );
}

/** The top of every page, with few ways around in a messenger; on small screens the tabs at the bottom carry the rest. */
export function Header({ isFew }: { isFew: boolean }) {
  const { t } = useTranslation('shell');
  const profile = useProfile();
  const bar = useBar<HTMLElement>('header');
  return (
    <header {...bar} className={classes.header}>
      <Container size="xl">
        <Group mih={63} justify="space-between" gap="xs">
          <Group gap="lg" wrap="nowrap">
            <Logo />
            {!isFew && (
              <nav aria-label={t('nav.main')} className={classes.wide}>
                <Group gap={4} wrap="nowrap">
                  <Suspense fallback={<PublicLinks ofGuest={false} />}>
                    {profile ? <MemberLinks profile={profile} /> : <PublicLinks ofGuest={profile === null} />}
                  </Suspense>
                </Group>
              </nav>
            )}
          </Group>
          <Group gap={4} justify="flex-end" className={classes.tools}>
            {!isFew && (
              <>
                <div className={classes.search}>
                  <SearchBox />
                </div>
                <div className={classes.small}>
                  <SearchLink />
                </div>
              </>
            )}
            {profile === null && <GuestTools />}
            {profile && (
              <Suspense fallback={<Skeleton circle height={40} />}>
                <MemberTools profile={profile} />
              </Suspense>
            )}
          </Group>
        </Group>
      </Container>
    </header>
  );
}
