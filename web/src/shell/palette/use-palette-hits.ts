import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { listPlanTags } from '#services/contract/catalog/plans.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { searchAlbums, searchPosts } from '#services/contract/content/search.ts';
import { isLongEnough, searchable } from '#services/contract/content/search-words.ts';
import { listSponsors } from '#services/contract/memberships/sponsors.ts';
import { listCreatorOrders, listMyOrders } from '#services/contract/orders/order-list.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';
import { useLocale } from '../../language/use-locale.ts';
import { findPages, pageNames } from './palette-pages.ts';

const EACH = 3;
const MONTH = /^(\d{4})\s*[-/.年]\s*(0?[1-9]|1[0-2])\s*月?$/;

interface PaletteHit {
  href: string;
  title: string;
  hint?: string;
}
export interface PaletteGroup {
  name: string;
  hits: PaletteHit[];
}

/** `2026-10` of what means this month. */
export function monthOf(text: string): string | undefined {
  const [, year, month] = MONTH.exec(text.normalize('NFKC').trim()) ?? [];
  return year === undefined ? undefined : `${year}-${month?.padStart(2, '0')}`;
}

/** What the person may see and has the words, by kind; and whether some of it is on its way. */
export function usePaletteHits(q: string, words: readonly string[]) {
  const { t, i18n, formats } = useLocale('content-search');
  const router = useRouter();
  const profile = useProfile();
  const enabled = words.length > 0;
  const isSignedIn = enabled && profile != null;
  const isCreator = enabled && profile?.creator != null;
  const page = { per_page: EACH };
  const names = useQuery({
    queryKey: ['page-names'],
    queryFn: pageNames,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const posts = useQuery(queryOf(searchPosts, { q, ...page }, { enabled: enabled && isLongEnough(words) }));
  const creators = useQuery(queryOf(exploreCreators, { search_q: q.slice(0, 60), ...page }, { enabled }));
  const albums = useQuery(queryOf(searchAlbums, { q, ...page }, { enabled }));
  const products = useQuery(queryOf(searchPlans, { q, ...page }, { enabled }));
  const bought = useQuery(queryOf(listMyOrders, { search_q: q, ...page }, { enabled: isSignedIn }));
  const received = useQuery(queryOf(listCreatorOrders, { search_q: q, ...page }, { enabled: isCreator }));
  const fans = useQuery(queryOf(listSponsors, { search_q: q, ...page }, { enabled: isCreator }));
  const tags = useQuery(queryOf(listPlanTags, { per_page: 100 }, { enabled: isCreator }));

  const href: typeof router.buildLocation = (options) => router.buildLocation(options);
  const month = monthOf(q);
  const months: PaletteHit[] =
    month === undefined
      ? []
      : [
          ...(profile?.creator
            ? [
                {
                  href: href({ to: '/dashboard/income', search: { month } }).href,
                  title: t('palette.income', { month: formats.month(month) }),
                },
              ]
            : []),
          ...(profile?.roles.includes('finance')
            ? [
                {
                  href: href({ to: '/finance/settlements/$month', params: { month } }).href,
                  title: t('palette.settlement', { month: formats.month(month) }),
                },
              ]
            : []),
        ];
  const groups: PaletteGroup[] = [
    {
      name: t('palette.pages'),
      hits:
        profile && names.data && enabled
          ? findPages(profile, names.data, i18n.language, words).map(({ to, title }) => ({
              href: href({ to }).href,
              title,
            }))
          : [],
    },
    { name: t('palette.months'), hits: months },
    {
      name: t('types.post'),
      hits: (posts.data?.list ?? []).map(({ post_id, title, excerpt, user }) => ({
        href: href({ to: '/p/$postId', params: { postId: post_id } }).href,
        title: title || excerpt,
        hint: user.name,
      })),
    },
    {
      name: t('types.creator'),
      hits: (creators.data?.list ?? []).map(({ user_id, name, doing }) => ({
        href: href({ to: '/u/$userId', params: { userId: user_id } }).href,
        title: name,
        hint: doing,
      })),
    },
    {
      name: t('types.album'),
      hits: (albums.data?.list ?? []).map(({ album_id, title, user }) => ({
        href: href({ to: '/album/$albumId', params: { albumId: album_id } }).href,
        title,
        hint: user.name,
      })),
    },
    {
      name: t('types.product'),
      hits: (products.data?.list ?? []).map(({ plan_id: planId, product_type, name, user }) => ({
        href:
          product_type === PRODUCT_TYPE.sponsorship
            ? href({ to: '/a/$slug/plan', params: { slug: user.url_slug } }).href
            : isBundle(product_type)
              ? href({ to: '/bundle/$planId', params: { planId } }).href
              : href({ to: '/item/$planId', params: { planId } }).href,
        title: name,
        hint: user.name,
      })),
    },
    {
      name: t('bought'),
      hits: (bought.data?.list ?? []).map(({ out_trade_no, plan, creator }) => ({
        href: href({ to: '/dashboard/order/$outTradeNo', params: { outTradeNo: out_trade_no } }).href,
        title: plan.name || t('custom'),
        hint: `${creator.name} · ${out_trade_no}`,
      })),
    },
    {
      name: t('received'),
      hits: (received.data?.list ?? []).map(({ out_trade_no, plan, user }) => ({
        href: href({
          to: '/dashboard/sponsored-bill',
          search: { search_q: out_trade_no, search_param_type: 'order_id' },
        }).href,
        title: plan.name || t('custom'),
        hint: `${user.name} · ${out_trade_no}`,
      })),
    },
    {
      name: t('palette.fans'),
      hits: (fans.data?.list ?? []).map(({ user }) => ({
        href: href({ to: '/dashboard/sponsors', search: { q: user.name } }).href,
        title: user.name,
      })),
    },
    {
      name: t('palette.plans'),
      hits: (tags.data?.list ?? [])
        .filter(({ name }) => enabled && words.every((word) => searchable(name).includes(word)))
        .slice(0, EACH)
        .map(({ plan_id, name, price }) => ({
          href: href({ to: '/edit/shop', search: { plan_id } }).href,
          title: name,
          hint: formats.money(price),
        })),
    },
  ];
  const isLoading = [posts, creators, albums, products, bought, received, fans].some(
    (query) => query.isFetching,
  );
  return { groups: groups.filter(({ hits }) => hits.length > 0), isLoading };
}
