import { VisuallyHidden } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import classes from './bottom-tabs.module.css';

interface Props {
  to: LinkProps['to'];
  icon: ComponentType<IconProps>;
  label: string;
  /** Also on pages whose address does not begin with its path. */
  active?: boolean;
  /** In place of the label for who does not see a mark on it. */
  words?: string | undefined;
  /** Around the icon: that something is new there. */
  mark?: (icon: ReactNode) => ReactNode;
}

/** A tab at the bottom of a small screen. */
export function Tab({ to, icon: Icon, label, active = false, words, mark = (icon) => icon }: Props) {
  return (
    <Link
      to={to}
      className={classes.tab}
      activeProps={{ 'data-active': true }}
      data-active={active || undefined}
    >
      {mark(<Icon size={24} aria-hidden />)}
      {/* A name of its own would have to repeat the number on the icon. */}
      <span aria-hidden={words !== undefined}>{label}</span>
      {words !== undefined && <VisuallyHidden>{words}</VisuallyHidden>}
    </Link>
  );
}
