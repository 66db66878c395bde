import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconHeart } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CUSTOM_PLAN } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import { CUSTOM_PLAN_DESC } from '#services/contract/catalog/page-settings.ts';
import { listPlans, listProducts } from '#services/contract/catalog/plans.ts';
import { listMySponsorships } from '#services/contract/memberships/sponsors.ts';
import { endlessOf, queryOf } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { Collection } from '../../../components/collection.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { LongText } from '../../../components/long-text.tsx';
import { PlanCard } from './plan-card.tsx';
import { ProductCard } from './product-card.tsx';

interface Props {
  userId: string;
  slug: string;
  /** The maximum number shown; all by default. */
  most?: number;
}

const MAX_PLANS = 100;
const A_PAGE = 24;

/** A creator's plans, or those that open something. */
export const plansQuery = (
  user_id: string,
  opening: { album_id?: string | undefined; unlock_plan_ids?: string | undefined } = {},
) => queryOf(listPlans, { user_id, per_page: MAX_PLANS, ...opening });

/** A creator's shop, page after page. */
export const productsQuery = (user_id: string) => endlessOf(listProducts, { user_id, per_page: A_PAGE });

/** Ids of the plans of the caller's memberships; none for a guest. */
function useOwnPlans(): ReadonlySet<string> {
  const { data } = useQuery(queryOf(listMySponsorships, {}, { enabled: useProfile() != null }));
  return new Set(data?.list.flatMap(({ plans }) => plans.map(({ plan_id }) => plan_id)));
}

interface PlansProps extends Omit<Props, 'userId'> {
  user: User;
  /** Only plans that open this album. */
  album_id?: string | undefined;
  /** Only these plans, comma-joined. */
  unlock_plan_ids?: string | undefined;
}

/** A creator's sponsorship plans, and the entry for a custom amount. */
export function Plans({ user, slug, most, album_id, unlock_plan_ids }: PlansProps) {
  const { t } = useTranslation('catalog-creators');
  const query = useQuery(plansQuery(user.user_id, { album_id, unlock_plan_ids }));
  const own = useOwnPlans();
  // An amount of the fan's choice opens nothing.
  const opens = album_id !== undefined || unlock_plan_ids !== undefined;
  const place = opens ? CUSTOM_PLAN.hidden : user.creator?.custom_plan;
  const custom = <CustomCard key="custom" user={user} />;
  return (
    <Collection
      query={query}
      isEmpty={({ list }) => list.length === 0 && place === CUSTOM_PLAN.hidden}
      waiting={{ count: 3, height: 280 }}
      cols={{ base: 1, xs: 2, md: 3 }}
      nothing={{
        icon: <IconHeart aria-hidden />,
        title: t('page.noPlans'),
        text: t('page.noPlansText'),
        action: (
          <ButtonLink to="/a/$slug" params={{ slug }} search={{ tab: 'shop' }} variant="light">
            {t('page.shop')}
          </ButtonLink>
        ),
      }}
    >
      {({ list }) => [
        place === CUSTOM_PLAN.top && custom,
        ...list
          .slice(0, most)
          .map((plan) => <PlanCard key={plan.plan_id} plan={plan} own={own.has(plan.plan_id)} />),
        place === CUSTOM_PLAN.bottom && custom,
      ]}
    </Collection>
  );
}

interface ProductsProps extends Props {
  /** Shows this many, and the rest on request; by default page by page. */
  first?: number | undefined;
}

/** A creator's shop. */
export function Products({ userId, slug, most, first }: ProductsProps) {
  const { t } = useTranslation('catalog-creators');
  const [all, setAll] = useState(false);
  const query = useInfiniteQuery(productsQuery(userId));
  const few = all ? undefined : (first ?? most);
  const left = (query.data?.pages[0]?.total_count ?? 0) - (few ?? 0);
  return (
    <Stack gap="lg">
      <Collection
        query={query}
        waiting={{ count: 4, height: 260 }}
        cols={{ base: 2, sm: 3, md: 4 }}
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconBuildingStore aria-hidden />,
          title: t('page.noProducts'),
          text: t('page.noProductsText'),
          action: (
            <ButtonLink to="/a/$slug/plan" params={{ slug }} variant="light">
              {t('page.plan')}
            </ButtonLink>
          ),
        }}
        gap="lg"
        more={few === undefined ? query : undefined}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .slice(0, few)
            .map((plan) => <ProductCard key={plan.plan_id} plan={plan} />)
        }
      </Collection>
      {first !== undefined && !all && left > 0 && (
        <Button variant="default" mx="auto" onClick={() => setAll(true)}>
          {t('page.moreProducts', { count: left })}
        </Button>
      )}
    </Stack>
  );
}

/** The entry for an amount of the fan's choice. */
function CustomCard({ user: { user_id, creator } }: { user: User }) {
  const desc = creator?.custom_plan_desc ?? '';
  const { t } = useTranslation('catalog-creators');
  return (
    <Paper withBorder component="article" h="100%" p="lg">
      <Stack gap="sm" h="100%">
        <Title order={3}>{t('custom.title')}</Title>
        <Text c="dimmed">{t('custom.text')}</Text>
        <LongText text={desc === CUSTOM_PLAN_DESC ? t('custom.again') : desc} lines={4} />
        <ButtonLink
          to="/order/create"
          search={{ user_id }}
          aria-label={`${t('plan.sponsor')} ${t('custom.title')}`}
          variant="light"
          fullWidth
          mt="auto"
        >
          {t('plan.sponsor')}
        </ButtonLink>
      </Stack>
    </Paper>
  );
}
