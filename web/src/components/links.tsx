import {
  ActionIcon,
  type ActionIconProps,
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** A part of the library as a link of the router: address, parameters and search are checked by their types. */
export type Anchored<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: Anchored<ButtonProps>) => <Button component="a" {...props} />);

/** A link in running text. */
export const AnchorLink = createLink((props: Anchored<AnchorProps>) => <Anchor {...props} />);

/** A link that is an icon. */
export const IconLink = createLink((props: Anchored<ActionIconProps>) => (
  <ActionIcon component="a" {...props} />
));
