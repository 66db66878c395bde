import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import { useActiveInView } from '../../../app/active-in-view.ts';
import classes from './creator-layout.module.css';

type Here = 'posts' | 'albums' | 'home' | 'plan' | 'shop' | 'thank';

interface Props {
  slug: string;
  creator: User['creator'];
  /** Posts come first, if there are any; undefined while that is not known. */
  hasPosts: boolean | undefined;
}

/** The sections of a creator's page, each with its own address (commerce specification 2). */
export function CreatorTabs({ slug, creator, hasPosts }: Props) {
  const { t } = useTranslation(['catalog-creators', 'content']);
  const here = useLocation({
    select: ({ pathname, search }): Here => {
      if (pathname.endsWith('/album')) return 'albums';
      if (pathname.endsWith('/plan')) return 'plan';
      if (pathname.endsWith('/thank')) return 'thank';
      if (search.tab === 'shop') return 'shop';
      return hasPosts && search.tab !== 'home' ? 'posts' : 'home';
    },
  });
  const bar = useActiveInView<HTMLElement>('[data-here]', `${hasPosts} ${here}`);
  const look = (tab: Here) => ({
    className: classes.tab,
    'data-here': here === tab || undefined,
    'aria-current': here === tab ? ('page' as const) : undefined,
    // The tabs change the content below them; the scroll position stays.
    resetScroll: false,
    activeProps: {},
    // One link is the open page's, also for screen readers.
    activeOptions: { exact: true, includeSearch: true },
  });
  const params = { slug };
  return (
    <nav
      ref={bar}
      className={classes.tabs}
      aria-label={t('page.tabs')}
      data-waiting={hasPosts === undefined || undefined}
    >
      {hasPosts && (
        <Link to="/a/$slug" params={params} {...look('posts')}>
          {t('content:posts')}
        </Link>
      )}
      {creator?.show_album && creator.album_count > 0 && (
        <Link to="/a/$slug/album" params={params} {...look('albums')}>
          {t('content:albums')}
        </Link>
      )}
      <Link to="/a/$slug" params={params} {...(hasPosts && { search: { tab: 'home' } })} {...look('home')}>
        {t(hasPosts ? 'page.about' : 'page.home')}
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
