import { Anchor, type AnchorProps, Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

/** The library's parts as links of the router: address, parameters and search are checked by their types. */
type Anchored<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link that looks like a button. */
export const ButtonLink = createLink((props: Anchored<ButtonProps>) => <Button component="a" {...props} />);

/** A link in running text. */
export const AnchorLink = createLink((props: Anchored<AnchorProps>) => <Anchor {...props} />);

/** A link in a menu. */
export const MenuItemLink = createLink((props: Anchored<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
