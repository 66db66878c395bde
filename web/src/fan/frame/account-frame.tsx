import { Stack } from '@mantine/core';
import {
  IconBell,
  IconBellCog,
  IconBookmark,
  IconHeartHandshake,
  IconId,
  IconLock,
  IconMapPin,
  IconPlugConnected,
  IconReceipt,
  IconRefresh,
  IconShieldLock,
  IconShieldOff,
  IconShoppingBag,
  IconTicket,
  IconUserCircle,
  IconWallet,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../../components/area-frame.tsx';
import { PageHead } from '../../components/page-head.tsx';

interface Props {
  title: string;
  text?: string;
  /** The entry that the page belongs to, if it has none itself. */
  within?: LinkProps['to'];
  children: ReactNode;
}

/** A page of a person's own orders or settings, with the way to the others. */
export function AccountFrame({ title, text, within, children }: Props) {
  const { t } = useTranslation([
    'orders-after-payment',
    'accounts',
    'delivery-addresses',
    'tickets-identities',
    'open-apps',
    'messages',
    'relations',
    'relations-blocks',
  ]);
  return (
    <AreaFrame
      label={t('mine.tabs')}
      within={within}
      groups={[
        {
          title: t('mine.tabs'),
          entries: [
            { to: '/dashboard/order', label: t('mine.orders'), icon: IconReceipt },
            { to: '/dashboard/purchased', label: t('mine.purchased'), icon: IconShoppingBag },
            { to: '/dashboard/sponsoring', label: t('mine.sponsoring'), icon: IconHeartHandshake },
            { to: '/dashboard/agreements', label: t('mine.renewals'), icon: IconRefresh },
            { to: '/dashboard/mark', label: t('relations:title'), icon: IconBookmark },
            { to: '/dashboard/ticket', label: t('mine.tickets'), icon: IconTicket },
            { to: '/my/bill', label: t('mine.bill'), icon: IconWallet },
            { to: '/notice', label: t('messages:title'), icon: IconBell },
          ],
        },
        {
          title: t('accounts:setting.tabs'),
          entries: [
            { to: '/setting/account', label: t('accounts:setting.tab'), icon: IconUserCircle },
            { to: '/setting/security', label: t('accounts:setting.securityTab'), icon: IconShieldLock },
            { to: '/setting/privacy', label: t('accounts:privacy.title'), icon: IconLock },
            { to: '/setting/address', label: t('delivery-addresses:tab'), icon: IconMapPin },
            { to: '/setting/identity', label: t('tickets-identities:tab'), icon: IconId },
            { to: '/setting/blocklist', label: t('relations-blocks:title'), icon: IconShieldOff },
            { to: '/setting/notification', label: t('messages:settingsTab'), icon: IconBellCog },
            { to: '/setting/apps', label: t('open-apps:connected.tab'), icon: IconPlugConnected },
          ],
        },
      ]}
    >
      <PageHead title={title} text={text} />
      <Stack gap="lg">{children}</Stack>
    </AreaFrame>
  );
}
