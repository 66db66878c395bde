import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import classes from './creator-layout.module.css';

type Here = 'home' | 'plan' | 'shop' | 'thank';

/** The sections of a creator's page, each with its own address (commerce specification 2). */
export function CreatorTabs({ slug, creator }: { slug: string; creator: User['creator'] }) {
  const { t } = useTranslation('creators');
  const here = useLocation({
    select: ({ pathname, search }): Here => {
      if (pathname.endsWith('/plan')) return 'plan';
      if (pathname.endsWith('/thank')) return 'thank';
      return search.tab === 'shop' ? 'shop' : 'home';
    },
  });
  const look = (tab: Here) => ({
    className: classes.tab,
    'data-here': here === tab || undefined,
    'aria-current': here === tab ? ('page' as const) : undefined,
    // The tabs change the content below them; the scroll position stays.
    resetScroll: false,
    activeProps: {},
  });
  const params = { slug };
  return (
    <nav className={classes.tabs} aria-label={t('page.tabs')}>
      <Link to="/a/$slug" params={params} {...look('home')}>
        {t('page.home')}
      </Link>
      <Link to="/a/$slug/plan" params={params} {...look('plan')}>
        {t('page.plan')}
      </Link>
      {creator?.show_shop !== false && (
        <Link to="/a/$slug" params={params} search={{ tab: 'shop' }} {...look('shop')}>
          {t('page.shop')}
        </Link>
      )}
      {creator?.show_sponsor_list !== false && creator?.privacy_public_sponsor !== false && (
        <Link to="/a/$slug/thank" params={params} {...look('thank')}>
          {t('page.thank')}
        </Link>
      )}
    </nav>
  );
}
