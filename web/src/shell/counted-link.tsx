import { ActionIcon, type ActionIconProps, Indicator } from '@mantine/core';
import { createLink, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Anchored } from '../components/links.tsx';

const IconLink = createLink((props: Anchored<ActionIconProps>) => <ActionIcon component="a" {...props} />);

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
