import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { Anchored } from './links.tsx';

/** A link in a menu; apart from the other links, so that pages without a menu do not load one. */
export const MenuItemLink = createLink((props: Anchored<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
