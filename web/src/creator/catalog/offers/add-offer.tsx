import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { useProfile } from '../../../app/session.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { MenuItemLink } from '../../../components/menu-link.tsx';
import type { OfferArea } from '../own-plans.ts';

/** Adds a plan or a product; the arrow has bundles and tickets for creators with the right. */
export function AddOffer({ area }: { area: OfferArea }) {
  const { t } = useTranslation(['catalog-editor', 'catalog-selling']);
  const rights = useProfile()?.rights;
  const add = (
    <ButtonLink
      to="/edit/shop"
      search={{ product_type: area === 'plans' ? 0 : 1 }}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t(`${area}.add`)}
    </ButtonLink>
  );
  const [bundles, tickets] = [rights?.bundle !== false, rights?.can_sale_ticket_user !== false];
  if (area === 'plans' || !(bundles || tickets)) return add;
  return (
    <Group gap={4} wrap="nowrap">
      {add}
      <Menu position="bottom-end" width={200} shadow="md">
        <Menu.Target>
          <ActionIcon
            color="brand"
            variant="light"
            size={36}
            radius="xl"
            aria-label={t('catalog-selling:add.more')}
          >
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {bundles && (
            <MenuItemLink to="/edit/shop" search={{ type: 'bundle' }}>
              {t('catalog-selling:bundles.new')}
            </MenuItemLink>
          )}
          {tickets && (
            <MenuItemLink to="/edit/shop" search={{ product_type: PRODUCT_TYPE.ticket }}>
              {t('catalog-selling:tickets.new')}
            </MenuItemLink>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
