import { Menu, type MenuProps } from '@mantine/core';
import { IconBook2, IconBox, IconFileText, IconHeart, IconMessage2 } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { MenuItemLink } from '../../components/menu-link.tsx';

interface Props {
  position: NonNullable<MenuProps['position']>;
  /** The button that opens it. */
  children: ReactNode;
}

/** Pages with a button of their own that publishes. */
const EDITORS = /^\/_creator\/(compose|edit)\b/;

/** What a creator can make for the page; nothing in an editor, where a second button of this name would mean another thing. */
export function PublishMenu({ position, children }: Props) {
  const { t } = useTranslation('shell');
  const isEditor = useMatches({ select: (matches) => matches.some(({ routeId }) => EDITORS.test(routeId)) });
  if (isEditor) return null;
  return (
    <Menu position={position} width={216} shadow="md">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <MenuItemLink to="/compose" leftSection={<IconMessage2 size={18} aria-hidden />}>
          {t('publish.post')}
        </MenuItemLink>
        <MenuItemLink to="/edit/article" leftSection={<IconFileText size={18} aria-hidden />}>
          {t('publish.article')}
        </MenuItemLink>
        <MenuItemLink to="/edit/album" leftSection={<IconBook2 size={18} aria-hidden />}>
          {t('publish.album')}
        </MenuItemLink>
        <Menu.Divider />
        <MenuItemLink
          to="/edit/shop"
          search={{ product_type: PRODUCT_TYPE.sponsorship }}
          leftSection={<IconHeart size={18} aria-hidden />}
        >
          {t('publish.plan')}
        </MenuItemLink>
        <MenuItemLink
          to="/edit/shop"
          search={{ product_type: PRODUCT_TYPE.goods }}
          leftSection={<IconBox size={18} aria-hidden />}
        >
          {t('publish.product')}
        </MenuItemLink>
      </Menu.Dropdown>
    </Menu>
  );
}
