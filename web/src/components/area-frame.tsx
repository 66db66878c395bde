import { Container } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Waiting } from '../shell/whole-page.tsx';
import classes from './area-frame.module.css';

/** A page of an area, as its navigation has it. */
interface AreaEntry {
  to: LinkProps['to'];
  label: string;
  icon: ComponentType<IconProps>;
  /** For parent pages: shown as active only on the page itself. */
  exact?: boolean;
}

interface AreaGroup {
  title: string;
  entries: readonly AreaEntry[];
}

interface Props {
  /** Of the navigation, read out. */
  label: string;
  groups: readonly AreaGroup[];
  /** Above every page of the area. */
  children?: ReactNode;
}

/** The frame of an area for work: its pages at the side, in a bar of links on small and middle screens. */
export function AreaFrame({ label, groups, children }: Props) {
  const bar = useActiveInView();
  return (
    <Container size="xl">
      <div className={classes.frame}>
        <nav className={classes.side} aria-label={label}>
          <div className={classes.bar} ref={bar}>
            {groups.map((group) => (
              <Links key={group.title} {...group} />
            ))}
          </div>
        </nav>
        <div style={{ minWidth: 0 }}>
          {children}
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
    </Container>
  );
}

function Links({ title, entries }: AreaGroup) {
  return (
    <>
      <p className={classes.group}>{title}</p>
      <div className={classes.links}>
        {entries.map(({ to, label, icon: Icon, exact = false }) => (
          <Link
            key={label}
            to={to}
            className={classes.link}
            activeOptions={{ exact, includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            <Icon size={20} aria-hidden />
            {label}
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
