import { Indicator } from '@mantine/core';
import {
  IconChartAreaLine,
  IconCompass,
  IconHome,
  type IconProps,
  IconReceipt,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useBar } from '../app/bars.ts';
import { useProfile } from '../app/session.ts';
import classes from './bottom-tabs.module.css';
import { useInStudio } from './in-studio.ts';
import { useOwnCheck } from './own-check.ts';
import { staffPlacesOf } from './staff-places.ts';

/** Pages of the signed-in user, without the orders. */
const MINE =
  /^\/(setting\/(account|address|apps|identity)|dashboard\/(agreements|mark|purchased|sponsoring|ticket)|my\/bill|notice)/;

/** The small screen's way around, at the thumb. */
export function BottomTabs() {
  const { t } = useTranslation('shell');
  const profile = useProfile();
  const inStudio = useInStudio();
  const inMine = useLocation({ select: ({ pathname }) => MINE.test(pathname) });
  const guest = profile === null;
  const hasNewPosts = (useOwnCheck()?.unread_post_num ?? 0) > 0;
  const bar = useBar<HTMLElement>('tabs');
  return (
    <nav {...bar} className={classes.tabs} aria-label={t('nav.tabs')}>
      {guest ? (
        <Tab to="/" icon={IconHome} label={t('nav.home')} />
      ) : (
        <Tab to="/feed" icon={IconHome} label={t('nav.feed')} dot={hasNewPosts && t('nav.feedNew')} />
      )}
      <Tab to="/explore" icon={IconCompass} label={t('nav.explore')} />
      {profile?.creator && (
        <Tab to="/dashboard/stats" icon={IconChartAreaLine} label={t('nav.studio')} active={inStudio} />
      )}
      {staffPlacesOf(profile).map(({ to, icon, label }) => (
        <Tab key={to} to={to} icon={icon} label={t(label)} />
      ))}
      <Tab to="/dashboard/order" icon={IconReceipt} label={t('nav.ordersShort')} />
      {guest ? (
        <Tab to="/login" icon={IconUserCircle} label={t('nav.signIn')} />
      ) : (
        <Tab to="/setting/account" icon={IconUserCircle} label={t('nav.me')} active={inMine} />
      )}
    </nav>
  );
}

interface TabProps {
  to: LinkProps['to'];
  icon: ComponentType<IconProps>;
  label: string;
  /** Also on pages whose address does not begin with its path. */
  active?: boolean;
  /** That something is new there, in words. */
  dot?: string | false;
}

function Tab({ to, icon: Icon, label, active = false, dot = false }: TabProps) {
  return (
    <Link
      to={to}
      className={classes.tab}
      activeOptions={{ exact: to === '/' }}
      activeProps={{ 'data-active': true }}
      data-active={active || undefined}
      aria-label={dot || undefined}
    >
      <Indicator disabled={dot === false} color="red" size={8}>
        <Icon size={24} aria-hidden />
      </Indicator>
      <span>{label}</span>
    </Link>
  );
}
