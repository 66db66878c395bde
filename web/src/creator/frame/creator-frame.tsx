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
  IconLock,
  IconMessageQuestion,
  IconNotes,
  type IconProps,
  IconReceipt2,
  IconTargetArrow,
  IconTicket,
  IconUserEdit,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import { type LinkProps, useLocation, useSearch } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { TeamRight } from '#services/contract/endpoint.ts';
import { useProfile, useTeam } from '../../app/session.ts';
import { AreaFrame } from '../../components/area-frame.tsx';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { useHasAffiliates } from '../affiliates/use-has-affiliates.ts';
import { TeamBanner } from './team-banner.tsx';

interface Entry {
  /** Also for members of the team with this right. */
  right?: TeamRight;
  to: LinkProps['to'];
  label: ParseKeys<'creator'>;
  icon: ComponentType<IconProps>;
}

const REPORTS: readonly Entry[] = [
  { to: '/dashboard/stats', label: 'nav.stats', icon: IconChartAreaLine },
  { to: '/dashboard/analytics', label: 'nav.analytics', icon: IconChartHistogram, right: 'stats' },
  { to: '/dashboard/income', label: 'nav.income', icon: IconCoins },
  { to: '/withdraw', label: 'nav.withdraw', icon: IconWallet },
  { to: '/dashboard/sponsored-bill', label: 'nav.bill', icon: IconReceipt2, right: 'orders' },
  { to: '/dashboard/requests', label: 'nav.requests', icon: IconMessageQuestion },
  { to: '/dashboard/sponsors', label: 'nav.sponsors', icon: IconHeartHandshake },
  { to: '/dashboard/guests', label: 'nav.guests', icon: IconTicket, right: 'tickets' },
];
const OFFERS: readonly Entry[] = [
  { to: '/dashboard/posts', label: 'nav.posts', icon: IconNotes, right: 'content' },
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

/** Pages without an entry, and the entry of each. */
const WITHIN: Record<string, LinkProps['to']> = {
  '/compose': '/dashboard/posts',
  '/edit/aff': '/setting/aff',
  '/edit/album': '/dashboard/posts',
  '/edit/article': '/dashboard/posts',
  '/my/dashboard': '/dashboard/stats',
  '/setting/overlay': '/setting/goal',
  '/setting/withdraw': '/withdraw',
};

/** The frame of the creator's area, for the creator or for a member of the team. */
export function CreatorFrame() {
  const team = useTeam();
  return team ? <TeamFrame team={team} /> : <OwnFrame />;
}

function OwnFrame() {
  const { t } = useTranslation('creator');
  const shown = useHasAffiliates();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const edited = useSearch({ from: '/_creator/edit/shop', shouldThrow: false });
  const editor = edited?.product_type === PRODUCT_TYPE.sponsorship ? '/setting/plan' : '/setting/shop';
  const hidden = useProfile()?.special_rights.includes('hide_withdraw') === true;
  const usual = WITHIN[path];
  // Without its entry the page is reached from the income.
  const above = hidden && (usual ?? path) === '/withdraw' ? '/dashboard/income' : usual;
  const within = edited === undefined ? above : editor;
  const reports = REPORTS.filter(({ to }) => to !== '/withdraw' || !hidden);
  const offers = OFFERS.filter(({ to }) => to !== '/setting/aff' || shown);
  const named = (entries: readonly Entry[]) => entries.map((entry) => ({ ...entry, label: t(entry.label) }));
  return (
    <AreaFrame
      label={t('nav.label')}
      within={within}
      groups={[
        { title: t('nav.figures'), entries: named(reports) },
        { title: t('nav.offers'), entries: named(offers) },
      ]}
    />
  );
}

/** Shows the page if the rights allow it, else a message. */
function TeamFrame({ team }: { team: NonNullable<ReturnType<typeof useTeam>> }) {
  const { t } = useTranslation(['creator', 'door']);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const allowed = [...REPORTS, ...OFFERS].filter(({ right }) => right && team.rights.includes(right));
  const entries = allowed.map((entry) => ({ ...entry, label: t(entry.label) }));
  const within = WITHIN[path];
  const isAllowed = allowed.some(({ to }) => to === (within ?? path));
  return (
    <AreaFrame
      label={t('nav.label')}
      within={within}
      groups={[{ title: t('nav.figures'), entries }]}
      above={<TeamBanner creator={team.creator} />}
    >
      {isAllowed ? undefined : (
        <DeadEnd
          icon={<IconLock aria-hidden />}
          title={t('door:acting.none')}
          text={t('door:acting.noneText')}
        >
          {allowed[0] && <ButtonLink to={allowed[0].to}>{t(allowed[0].label)}</ButtonLink>}
        </DeadEnd>
      )}
    </AreaFrame>
  );
}
