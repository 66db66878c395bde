import { Container, Stack, Text, Title } from '@mantine/core';
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../shell/page-title.ts';
import classes from './mine-frame.module.css';

const TABS: readonly { to: LinkProps['to']; label: ParseKeys<'after'> }[] = [
  { to: '/dashboard/order', label: 'mine.orders' },
  { to: '/dashboard/purchased', label: 'mine.purchased' },
  { to: '/dashboard/sponsoring', label: 'mine.sponsoring' },
  { to: '/dashboard/ticket', label: 'mine.tickets' },
  { to: '/my/bill', label: 'mine.bill' },
];

interface Props {
  title: string;
  text: string;
  children: ReactNode;
}

/** A fan's own things: one page for each kind, with links to the others above it. */
export function MineFrame({ title, text, children }: Props) {
  usePageTitle(title);
  return (
    <Container size="md" py="xl">
      <Stack gap="lg">
        <MineTabs />
        <div>
          <Title order={1}>{title}</Title>
          <Text c="dimmed">{text}</Text>
        </div>
        {children}
      </Stack>
    </Container>
  );
}

/** The links alone, for a page with its own frame. */
function MineTabs() {
  const { t, i18n } = useTranslation('after');
  const bar = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  // On small screens the bar is scrolled so far that one sees where one is, in either language.
  useEffect(() => {
    const here = bar.current?.querySelector<HTMLElement>(`a[href^="${path}"]`);
    if (here) bar.current?.scrollTo({ left: here.offsetLeft - 16 });
  }, [path, i18n.language]);
  return (
    <nav className={classes.tabs} aria-label={t('mine.tabs')} ref={bar}>
      {TABS.map(({ to, label }) => (
        <Link key={label} to={to} className={classes.tab} activeProps={{ 'data-here': true }}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
