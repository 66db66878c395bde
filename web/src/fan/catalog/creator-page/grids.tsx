import { Button, EmptyState, SimpleGrid, Stack } from '@mantine/core';
import { IconBuildingStore, IconHeart } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plansQuery, productsQuery } from '../../../api/creators.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { Shapes } from '../../../components/shapes.tsx';
import { MoreButton } from '../explore/more-button.tsx';
import { PlanCard } from './plan-card.tsx';
import { ProductCard } from './product-card.tsx';

interface Props {
  userId: string;
  slug: string;
  /** The maximum number shown; all by default. */
  most?: number;
}

const PLAN_COLUMNS = { base: 1, xs: 2, md: 3 } as const;
const PRODUCT_COLUMNS = { base: 2, sm: 3, md: 4 } as const;

/** A creator's sponsorship plans. */
export function Plans({ userId, slug, most }: Props) {
  const { t } = useTranslation('creators');
  const query = useQuery(plansQuery(userId));
  return (
    <Loaded
      query={query}
      skeleton={
        <SimpleGrid cols={PLAN_COLUMNS}>
          <Shapes count={3} height={280} />
        </SimpleGrid>
      }
      isEmpty={({ list }) => list.length === 0}
      empty={
        <EmptyState
          variant="light"
          py="xl"
          icon={<IconHeart aria-hidden />}
          title={t('page.noPlans')}
          description={t('page.noPlansText')}
        >
          <EmptyState.Actions>
            <ButtonLink to="/a/$slug" params={{ slug }} search={{ tab: 'shop' }} variant="light">
              {t('page.shop')}
            </ButtonLink>
          </EmptyState.Actions>
        </EmptyState>
      }
    >
      {({ list }) => (
        <SimpleGrid cols={PLAN_COLUMNS}>
          {list.slice(0, most).map((plan) => (
            <PlanCard key={plan.plan_id} plan={plan} />
          ))}
        </SimpleGrid>
      )}
    </Loaded>
  );
}

interface ProductsProps extends Props {
  /** Shows this many, and the rest on request; by default page by page. */
  first?: number | undefined;
}

/** A creator's shop. */
export function Products({ userId, slug, most, first }: ProductsProps) {
  const { t } = useTranslation('creators');
  const [all, setAll] = useState(false);
  const query = useInfiniteQuery(productsQuery(userId));
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const fetchMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  return (
    <Loaded
      query={query}
      skeleton={
        <SimpleGrid cols={PRODUCT_COLUMNS}>
          <Shapes count={4} height={260} />
        </SimpleGrid>
      }
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      empty={
        <EmptyState
          variant="light"
          py="xl"
          icon={<IconBuildingStore aria-hidden />}
          title={t('page.noProducts')}
          description={t('page.noProductsText')}
        >
          <EmptyState.Actions>
            <ButtonLink to="/a/$slug/plan" params={{ slug }} variant="light">
              {t('page.plan')}
            </ButtonLink>
          </EmptyState.Actions>
        </EmptyState>
      }
    >
      {({ pages }) => {
        const list = pages.flatMap((page) => page.list);
        const few = all ? undefined : (first ?? most);
        const shown = list.slice(0, few);
        const total = pages[0]?.total_count ?? list.length;
        return (
          <Stack gap="lg">
            <SimpleGrid cols={PRODUCT_COLUMNS}>
              {shown.map((plan) => (
                <ProductCard key={plan.plan_id} plan={plan} />
              ))}
            </SimpleGrid>
            {first !== undefined && !all && shown.length < total && (
              <Button variant="default" mx="auto" onClick={() => setAll(true)}>
                {t('page.moreProducts', { count: total - shown.length })}
              </Button>
            )}
            {few === undefined && hasNextPage && (
              <MoreButton loading={isFetchingNextPage} onMore={fetchMore} />
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}
