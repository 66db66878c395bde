import { Indicator, UnstyledButton } from '@mantine/core';
import { IconBell, IconCirclePlus, IconCompass, IconHome, IconUserCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import classes from '../bottom-tabs.module.css';
import { Tab } from '../tab.tsx';
import { useOwnCheck } from './own-check.ts';
import { PublishMenu } from './publish-menu.tsx';
import { staffPlacesOf } from './staff-places.ts';

/** Pages of the person's own things, without the notices. */
const MINE =
  /^\/(me$|setting\/(account|address|apps|blocklist|close-account|identity|privacy|rejectlist)|dashboard\/(agreements|mark|order|purchased|sponsoring|ticket)|my\/bill)/;

/** The tabs of a signed-in person on a small screen: feed, explore, publish, messages, me. */
export function MemberTabs({ profile }: { profile: Profile }) {
  const { t } = useTranslation('shell');
  const inMine = useLocation({ select: ({ pathname }) => MINE.test(pathname) });
  const check = useOwnCheck();
  const hasNewPosts = (check?.unread_post_num ?? 0) > 0;
  const { message = 0, comment = 0, like = 0 } = check?.unread_count ?? {};
  const unread = message + comment + like;
  return (
    <>
      <Tab
        to="/feed"
        icon={IconHome}
        label={t('nav.feed')}
        words={hasNewPosts ? t('nav.feedNew') : undefined}
        mark={(icon) => (
          <Indicator disabled={!hasNewPosts} color="red" size={8}>
            {icon}
          </Indicator>
        )}
      />
      <Tab to="/explore" icon={IconCompass} label={t('nav.explore')} />
      {profile.creator !== null && (
        <PublishMenu position="top">
          <UnstyledButton className={classes.tab} aria-haspopup="menu">
            <IconCirclePlus size={24} aria-hidden />
            <span>{t('nav.publish')}</span>
          </UnstyledButton>
        </PublishMenu>
      )}
      {staffPlacesOf(profile).map(({ to, icon, label }) => (
        <Tab key={to} to={to} icon={icon} label={t(label)} />
      ))}
      <Tab
        to="/notice"
        icon={IconBell}
        label={t('nav.messages')}
        words={unread > 0 ? t('nav.messagesOf', { count: unread }) : undefined}
        mark={(icon) => (
          <Indicator
            disabled={unread === 0}
            label={<span aria-hidden>{unread > 99 ? '99+' : unread}</span>}
            size={16}
            color="var(--mantine-color-brand-filled)"
            className="figures"
          >
            {icon}
          </Indicator>
        )}
      />
      <Tab to="/me" icon={IconUserCircle} label={t('nav.me')} active={inMine} />
    </>
  );
}
