import { Container } from '@mantine/core';
import { IconLock, type IconProps } from '@tabler/icons-react';
import { Link, type LinkProps, Outlet } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { StaffRoleName } from '#services/contract/staff/admin.ts';
import { useActiveInView } from '../app/active-in-view.ts';
import { useProfile } from '../app/session.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Waiting } from '../shell/whole-page.tsx';
import classes from './area-frame.module.css';
import { ConfirmCalls } from './codes/confirm-calls.tsx';
import { DeadEnd } from './dead-end.tsx';
import { ButtonLink } from './links.tsx';

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
  /** The entry that an open page without one belongs to. */
  within?: LinkProps['to'];
  /** Roles with access to the area, and the text for others. The server checks every call as well. */
  role?: { name: StaffRoleName; title: string; text: string };
  /** Above every page of the area. */
  above?: ReactNode;
  /** The page; otherwise the one that the address names. */
  children?: ReactNode;
}

/** The frame of an area: its pages at the side, in a bar of links on small and middle screens. */
export function AreaFrame({ label, groups, within, role, above, children = <Outlet /> }: Props) {
  const bar = useActiveInView<HTMLDivElement>('[data-active]');
  const roles = useProfile()?.roles ?? [];
  if (role !== undefined && !roles.includes(role.name)) return <NotYours {...role} />;
  return (
    <Container size="xl">
      <ConfirmCalls />
      <div className={classes.frame}>
        <nav className={classes.side} aria-label={label}>
          <div className={classes.bar} ref={bar}>
            {groups.map((group) => (
              <Links key={group.title} {...group} within={within} />
            ))}
          </div>
        </nav>
        <div style={{ minWidth: 0 }}>
          {above}
          <Suspense fallback={<Waiting />}>{children}</Suspense>
        </div>
      </div>
    </Container>
  );
}

/** For a person without the role. */
function NotYours({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('shell');
  usePageTitle(title);
  return (
    <DeadEnd icon={<IconLock aria-hidden />} title={title} text={text}>
      <ButtonLink to="/">{t('notFound.home')}</ButtonLink>
    </DeadEnd>
  );
}

function Links({ title, entries, within }: AreaGroup & Pick<Props, 'within'>) {
  return (
    <>
      <p className={classes.group}>{title}</p>
      <div className={classes.links}>
        {entries.map(({ to, label, icon: Icon, exact = false }) => (
          <Link
            key={label}
            to={to}
            className={classes.link}
            data-active={to === within || undefined}
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
