import { Indicator } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconLink } from '../../components/links.tsx';

interface Props {
  to: LinkProps['to'];
  /** Not shown when it is 0. */
  count: number;
  label: string;
  children: ReactNode;
}

/** An icon in the header that leads to a page, with how many things wait there. */
export function CountedLink({ to, count, label, children }: Props) {
  return (
    <Indicator
      label={count > 99 ? '99+' : count}
      size={18}
      offset={8}
      disabled={count === 0}
      color="var(--mantine-color-brand-filled)"
      className="figures"
    >
      <IconLink to={to} size={40} radius="xl" aria-label={label}>
        {children}
      </IconLink>
    </Indicator>
  );
}
