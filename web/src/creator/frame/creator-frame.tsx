import {
  IconAffiliate,
  IconBuildingStore,
  IconChartAreaLine,
  IconChartHistogram,
  IconCode,
  IconCoins,
  IconCreditCard,
  IconGift,
  IconHeart,
  IconHeartHandshake,
  type IconProps,
  IconReceipt2,
  IconTargetArrow,
  IconTicket,
  IconUserEdit,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaFrame } from '../../components/area-frame.tsx';
import { useHasAffiliates } from '../affiliates/use-has-affiliates.ts';

interface Entry {
  to: LinkProps['to'];
  label: ParseKeys<'studio'>;
  icon: ComponentType<IconProps>;
}

const FIGURES: readonly Entry[] = [
  { to: '/dashboard/stats', label: 'nav.stats', icon: IconChartAreaLine },
  { to: '/dashboard/analytics', label: 'nav.analytics', icon: IconChartHistogram },
  { to: '/dashboard/income', label: 'nav.income', icon: IconCoins },
  { to: '/withdraw', label: 'nav.withdraw', icon: IconWallet },
  { to: '/dashboard/sponsored-bill', label: 'nav.bill', icon: IconReceipt2 },
  { to: '/dashboard/sponsors', label: 'nav.sponsors', icon: IconHeartHandshake },
  { to: '/dashboard/guests', label: 'nav.guests', icon: IconTicket },
];
const OFFERS: readonly Entry[] = [
  { to: '/setting/plan', label: 'nav.plans', icon: IconHeart },
  { to: '/setting/shop', label: 'nav.shop', icon: IconBuildingStore },
  { to: '/setting/goal', label: 'nav.goals', icon: IconTargetArrow },
  { to: '/setting/redeem', label: 'nav.redeem', icon: IconGift },
  { to: '/setting/aff', label: 'nav.affiliates', icon: IconAffiliate },
  { to: '/setting/payment', label: 'nav.payment', icon: IconCreditCard },
  { to: '/setting/creator', label: 'nav.page', icon: IconUserEdit },
  { to: '/setting/team', label: 'nav.team', icon: IconUsersGroup },
  { to: '/dashboard/dev', label: 'nav.dev', icon: IconCode },
];

/** The frame of the creator's area. */
export function CreatorFrame() {
  const { t } = useTranslation('studio');
  const shown = useHasAffiliates();
  const offers = OFFERS.filter(({ to }) => to !== '/setting/aff' || shown);
  const named = (entries: readonly Entry[]) => entries.map((entry) => ({ ...entry, label: t(entry.label) }));
  return (
    <AreaFrame
      label={t('nav.label')}
      groups={[
        { title: t('nav.figures'), entries: named(FIGURES) },
        { title: t('nav.offers'), entries: named(offers) },
      ]}
    />
  );
}
