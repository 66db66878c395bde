import {
  IconArrowsExchange,
  IconBook2,
  IconCalendarDollar,
  IconCash,
  IconCreditCard,
  IconFileExport,
  IconLayoutDashboard,
  IconListDetails,
  IconMessageQuestion,
  IconPalette,
  type IconProps,
  IconReceiptRefund,
  IconRoute,
  IconScale,
  IconShieldCheck,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';

/** A part of the finance desk. */
interface DeskSection {
  to: LinkProps['to'];
  label: ParseKeys<'finance'>;
  icon: ComponentType<IconProps>;
  exact?: boolean;
}

/** Pages about money moves and decisions. One line each, in order. */
export const MONEY_SECTIONS: readonly DeskSection[] = [
  { to: '/finance', label: 'nav.overview', icon: IconLayoutDashboard, exact: true },
  { to: '/finance/settlements', label: 'nav.settlements', icon: IconCalendarDollar },
  { to: '/finance/withdrawals', label: 'nav.withdrawals', icon: IconCash },
  { to: '/finance/refunds', label: 'nav.refunds', icon: IconReceiptRefund },
  { to: '/finance/cases', label: 'nav.cases', icon: IconMessageQuestion },
  { to: '/finance/orders', label: 'nav.orders', icon: IconListDetails },
  { to: '/finance/creators', label: 'nav.creators', icon: IconPalette },
  { to: '/finance/cards', label: 'nav.cards', icon: IconCreditCard },
  { to: '/finance/reconciliation', label: 'nav.reconciliation', icon: IconArrowsExchange },
];

/** Pages about records and their proof. */
export const BOOK_SECTIONS: readonly DeskSection[] = [
  { to: '/finance/ledger', label: 'nav.ledger', icon: IconBook2 },
  { to: '/finance/trial-balance', label: 'nav.trial', icon: IconScale },
  { to: '/finance/trace', label: 'nav.trace', icon: IconRoute },
  { to: '/finance/audit', label: 'nav.audit', icon: IconShieldCheck },
  { to: '/finance/exports', label: 'nav.exports', icon: IconFileExport },
];
