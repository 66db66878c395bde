import { Link, type LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import classes from './header.module.css';

interface Props {
  to: LinkProps['to'];
  label: ParseKeys<'shell'>;
  /** Also on pages whose address does not begin with its path. */
  active?: boolean;
  /** In place of the label for who does not see a mark beside it. */
  words?: string | undefined;
  /** Only where the window has room for it. */
  roomy?: boolean;
}

/** A link of the header's navigation. */
export function NavLink({ to, label, active = false, words, roomy = false }: Props) {
  const { t } = useTranslation('shell');
  return (
    <Link
      to={to}
      className={roomy ? `${classes.link} ${classes.roomy}` : classes.link}
      activeProps={{ 'data-active': true }}
      data-active={active || undefined}
      aria-label={words}
    >
      {t(label)}
    </Link>
  );
}

/** Categories with pages of their own, for everybody but creators (overview specification 2). */
export const CategoryLinks = () => (
  <>
    <NavLink to="/cartoon" label="nav.cartoon" roomy />
    <NavLink to="/music" label="nav.music" roomy />
  </>
);
