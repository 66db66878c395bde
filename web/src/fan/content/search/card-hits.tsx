import { Box, Group, Paper, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isBundle, PRODUCT_TYPE } from '#events/status.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { type FoundPlan, searchPlans } from '#services/contract/catalog/search-plans.ts';
import { searchAlbums } from '#services/contract/content/search.ts';
import { endlessOf } from '../../../api/queries.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { CreatorGrid, CreatorGridSkeleton } from '../../../components/catalog/creator-grid.tsx';
import { Collection } from '../../../components/collection.tsx';
import { AlbumCover } from '../../../components/content/album-cover.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { Marked } from '../../../components/search/marked.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { MAX_NAME, OtherHits } from './other-hits.tsx';

const A_PAGE = 12;
const PICTURE = 72;

interface Props {
  q: string;
  words: readonly string[];
}

const useNothing = (type: 'creator' | 'album' | 'product', q: string) => {
  const { t } = useLocale('content-search');
  return {
    icon: <IconSearch aria-hidden />,
    title: t(`none.${type}`, { words: q }),
    text: t('noneText'),
    action: <OtherHits q={q} />,
  };
};

/** Creators by name, address or what they do. */
export function CreatorHits({ q }: Pick<Props, 'q'>) {
  const query = useInfiniteQuery(
    endlessOf(exploreCreators, { search_q: q.slice(0, MAX_NAME), per_page: A_PAGE }),
  );
  return (
    <Collection
      query={query}
      skeleton={<CreatorGridSkeleton count={4} />}
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      nothing={useNothing('creator', q)}
      gap="lg"
      more={query}
    >
      {({ pages }) => <CreatorGrid creators={pages.flatMap(({ list }) => list)} />}
    </Collection>
  );
}

/** A row with a picture that leads to its page. */
const Row = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <Paper withBorder p="sm" component="article" className={cardClasses.card}>
    <Group gap="md" wrap="nowrap">
      <Box w={PICTURE} style={{ flexShrink: 0 }}>
        {picture}
      </Box>
      <div style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>{children}</div>
    </Group>
  </Paper>
);

export function AlbumHits({ q, words }: Props) {
  const { t } = useLocale('content-search');
  const query = useInfiniteQuery(endlessOf(searchAlbums, { q, per_page: A_PAGE }));
  return (
    <Collection
      query={query}
      waiting={{ count: 3, height: 96 }}
      gap="sm"
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      nothing={useNothing('album', q)}
      more={query}
    >
      {({ pages }) =>
        pages
          .flatMap(({ list }) => list)
          .map(({ album_id, title, excerpt, cover, post_count, user }) => (
            <Row key={album_id} picture={<AlbumCover cover={cover} size={PICTURE} />}>
              <Text component="h2" fw={650}>
                <Link to="/album/$albumId" params={{ albumId: album_id }} className={cardClasses.name}>
                  <Marked text={title} words={words} />
                </Link>
              </Text>
              {excerpt !== '' && (
                <Text size="sm" c="dimmed" lineClamp={2}>
                  <Marked text={excerpt} words={words} />
                </Text>
              )}
              <Text className="hint figures">
                {user.name} · {t('posts', { count: post_count })}
              </Text>
            </Row>
          ))
      }
    </Collection>
  );
}

function ProductLink({ plan, children }: { plan: FoundPlan; children: ReactNode }) {
  const { plan_id, product_type, user } = plan;
  const className = cardClasses.name;
  const params = { planId: plan_id };
  if (product_type === PRODUCT_TYPE.sponsorship)
    return (
      <Link to="/a/$slug/plan" params={{ slug: user.url_slug }} className={className}>
        {children}
      </Link>
    );
  return isBundle(product_type) ? (
    <Link to="/bundle/$planId" params={params} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/item/$planId" params={params} className={className}>
      {children}
    </Link>
  );
}

export function ProductHits({ q, words }: Props) {
  const { t, formats } = useLocale('content-search');
  const query = useInfiniteQuery(endlessOf(searchPlans, { q, per_page: A_PAGE }));
  return (
    <Collection
      query={query}
      waiting={{ count: 3, height: 96 }}
      gap="sm"
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      nothing={useNothing('product', q)}
      more={query}
    >
      {({ pages }) =>
        pages
          .flatMap(({ list }) => list)
          .map((plan) => (
            <Row
              key={plan.plan_id}
              picture={<Picture src={plan.pic} alt="" seed={plan.plan_id} ratio={1} radius={8} />}
            >
              <Text component="h2" fw={650}>
                <ProductLink plan={plan}>
                  <Marked text={plan.name} words={words} />
                </ProductLink>
              </Text>
              <Text className="figures">
                {plan.product_type === PRODUCT_TYPE.sponsorship
                  ? t('aMonth', { price: formats.money(plan.price) })
                  : t('from', { price: formats.money(plan.price) })}
              </Text>
              <Text className="hint">
                {plan.user.name} · {t(`products.${plan.product_type}`)}
              </Text>
            </Row>
          ))
      }
    </Collection>
  );
}
