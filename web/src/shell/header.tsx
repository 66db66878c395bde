import {
  ActionIcon,
  Button,
  Container,
  Group,
  Indicator,
  Skeleton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBar } from '../app/bars.ts';
import { untilLoaded } from '../app/load-part.ts';
import { useProfile } from '../app/session.ts';
import { ButtonLink } from '../components/links.tsx';
import { chooseLanguage } from '../language/i18n.ts';
import { CartLink } from './cart-link.tsx';
import classes from './header.module.css';
import { useInStudio } from './in-studio.ts';
import { Logo } from './logo.tsx';
import { MessagesLink } from './messages-link.tsx';
import { useOwnCheck } from './own-check.ts';
import { SearchBox } from './search-box.tsx';
import { staffPlacesOf } from './staff-places.ts';

/** The other language, in its own words: who needs it can read it. */
const OTHER = {
  'zh-CN': { language: 'en-US', short: 'EN', words: 'EN: switch to English' },
  'en-US': { language: 'zh-CN', short: '中文', words: '中文：切换到简体中文' },
} as const;

/** Switches to the other language without reload. */
function LanguageSwitch() {
  const { i18n } = useTranslation('shell');
  const other = OTHER[i18n.language === 'en-US' ? 'en-US' : 'zh-CN'];
  return (
    <Button
      variant="subtle"
      color="gray"
      h={40}
      px={10}
      lang={other.language}
      aria-label={other.words}
      leftSection={<IconLanguage size={20} aria-hidden />}
      classNames={{ section: classes.wide ?? '' }}
      styles={{ section: { marginInlineEnd: 4 } }}
      onClick={() => void chooseLanguage(other.language)}
    >
      {other.short}
    </Button>
  );
}

/** Light or dark; remembered, and the system's until chosen. */
function ThemeSwitch() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      size={40}
      radius="xl"
      aria-label={t(dark ? 'theme.toLight' : 'theme.toDark')}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <IconSun size={22} aria-hidden /> : <IconMoon size={22} aria-hidden />}
    </ActionIcon>
  );
}

// A guest never loads the menu, nor what places it on the screen.
const AvatarMenu = lazy(() => untilLoaded(() => import('./avatar-menu.tsx')));

/** The top of every page; on small screens the tabs at the bottom carry the rest. */
export function Header() {
  const { t } = useTranslation('shell');
  const profile = useProfile();
  const inStudio = useInStudio();
  const staff = staffPlacesOf(profile);
  const hasNewPosts = (useOwnCheck()?.unread_post_num ?? 0) > 0;
  const href = useLocation({ select: (location) => location.href });
  const bar = useBar<HTMLElement>('header');
  // From the sign-in pages the link leads home, from other pages back to them.
  const back = /^\/(login|reg|forgot|reset)\b/.test(href) || href === '/' ? undefined : href;
  return (
    <header {...bar} className={classes.header}>
      <Container size="xl">
        <Group mih={63} justify="space-between" gap="xs">
          <Group gap="lg" wrap="nowrap">
            <Logo compact={profile !== null} />
            <nav aria-label={t('nav.main')} className={classes.wide}>
              <Group gap={4} wrap="nowrap">
                <Indicator disabled={!hasNewPosts} color="red" size={8} offset={8}>
                  <Link
                    to="/feed"
                    className={classes.link}
                    activeProps={{ 'data-active': true }}
                    aria-label={hasNewPosts ? t('nav.feedNew') : undefined}
                  >
                    {t('nav.feed')}
                  </Link>
                </Indicator>
                <Link to="/explore" className={classes.link} activeProps={{ 'data-active': true }}>
                  {t('nav.explore')}
                </Link>
                {staff.map(({ to, label }) => (
                  <Link key={to} to={to} className={classes.link} activeProps={{ 'data-active': true }}>
                    {t(label)}
                  </Link>
                ))}
                {profile && (profile.creator !== null || staff.length === 0) && (
                  <Link
                    to={profile.creator === null ? '/apply' : '/dashboard/stats'}
                    className={classes.link}
                    activeProps={{ 'data-active': true }}
                    data-active={inStudio || undefined}
                  >
                    {t(profile.creator === null ? 'nav.apply' : 'nav.studio')}
                  </Link>
                )}
              </Group>
            </nav>
          </Group>
          <Group gap={4} justify="flex-end" className={classes.tools}>
            <div className={classes.wide}>
              <SearchBox />
            </div>
            <LanguageSwitch />
            <ThemeSwitch />
            {profile === null && (
              <Group gap={8} wrap="nowrap" ml={4}>
                <ButtonLink to="/login" search={{ back }} variant="subtle" px="sm">
                  {t('nav.signIn')}
                </ButtonLink>
                <ButtonLink to="/reg" search={{ back }} className={classes.wide}>
                  {t('nav.register')}
                </ButtonLink>
              </Group>
            )}
            {profile && <MessagesLink />}
            {profile && <CartLink />}
            {profile && (
              <Suspense fallback={<Skeleton circle height={40} />}>
                <AvatarMenu profile={profile} />
              </Suspense>
            )}
          </Group>
        </Group>
      </Container>
    </header>
  );
}
