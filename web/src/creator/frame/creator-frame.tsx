import { Container } from '@mantine/core';
import {
  IconBuildingStore,
  IconChartAreaLine,
  IconCoins,
  IconGift,
  IconHeart,
  IconHeartHandshake,
  type IconProps,
  IconReceipt2,
  IconTicket,
  IconUserEdit,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Waiting } from '../../shell/whole-page.tsx';
import classes from './creator-frame.module.css';

interface Entry {
  to: LinkProps['to'];
  label: ParseKeys<'studio'>;
  icon: ComponentType<IconProps>;
}

const FIGURES: readonly Entry[] = [
  { to: '/dashboard/stats', label: 'nav.stats', icon: IconChartAreaLine },
  { to: '/dashboard/income', label: 'nav.income', icon: IconCoins },
  { to: '/dashboard/sponsored-bill', label: 'nav.bill', icon: IconReceipt2 },
  { to: '/dashboard/sponsors', label: 'nav.sponsors', icon: IconHeartHandshake },
  { to: '/dashboard/guests', label: 'nav.guests', icon: IconTicket },
];
const OFFERS: readonly Entry[] = [
  { to: '/setting/plan', label: 'nav.plans', icon: IconHeart },
  { to: '/setting/shop', label: 'nav.shop', icon: IconBuildingStore },
  { to: '/setting/redeem', label: 'nav.redeem', icon: IconGift },
  { to: '/setting/creator', label: 'nav.page', icon: IconUserEdit },
  { to: '/setting/team', label: 'nav.team', icon: IconUsersGroup },
];

/** The creator's area: how it goes, and what is on sale; a bar of links on small and middle screens. */
export function CreatorFrame() {
  const { t } = useTranslation('studio');
  const bar = useActiveInView();
  return (
    <Container size="xl">
      <div className={classes.frame}>
        <nav className={classes.side} aria-label={t('nav.label')}>
          <div className={classes.bar} ref={bar}>
            <Links title={t('nav.figures')} entries={FIGURES} />
            <Links title={t('nav.offers')} entries={OFFERS} />
          </div>
        </nav>
        <div style={{ minWidth: 0 }}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
    </Container>
  );
}

function Links({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const { t } = useTranslation('studio');
  return (
    <>
      <p className={classes.group}>{title}</p>
      <div className={classes.links}>
        {entries.map(({ to, label, icon: Icon }) => (
          <Link key={label} to={to} className={classes.link} activeProps={{ 'data-active': true }}>
            <Icon size={20} aria-hidden />
            {t(label)}
          </Link>
        ))}
      </div>
    </>
  );
}

/** On small screens the bar is scrolled so far that one sees where one is. */
function useActiveInView() {
  const bar = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    const active = bar.current?.querySelector<HTMLElement>(`a[href^="${path}"]`);
    if (active) bar.current?.scrollTo({ left: active.offsetLeft - 16 });
  }, [path]);
  return bar;
}
