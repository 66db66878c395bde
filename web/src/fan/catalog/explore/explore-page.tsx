import { Box, Container, Group, SegmentedControl, Spoiler, Stack, Text, Title } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ExploreType, exploreCreators } from '#services/contract/catalog/creators.ts';
import { endlessOf } from '../../../api/queries.ts';
import { categoryLabel } from '../../../components/catalog/category.ts';
import { CategoryChips } from '../../../components/catalog/category-chips.tsx';
import { CreatorGrid, CreatorGridSkeleton } from '../../../components/catalog/creator-grid.tsx';
import { Collection } from '../../../components/collection.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { SearchBox } from '../../../shell/search-box.tsx';
import { Banners } from './banners.tsx';
import { CardMore } from './card-more.tsx';
import { EXPLORE_VIEWS, type ExploreView, pageOfCategory } from './category-places.ts';
import { HotPosts } from './hot-posts.tsx';

const A_PAGE = 24;
/** Three rows of categories; more are folded (creator specification 9). */
const CHIPS_HEIGHT = 126;

interface Props {
  /** Its texts. */
  page: 'explore' | 'cartoon' | 'music';
  category?: string | undefined;
  q?: string | undefined;
  view?: ExploreView | undefined;
}

/** Creators by category and text, and posts for everybody; all of it is in the address. */
export function ExplorePage({ page, category, q, view = 'hot' }: Props) {
  const { t } = useTranslation(['catalog-creators', 'shell']);
  const label = categoryLabel(category ?? '');
  const title = t(`${page}.title`);
  usePageTitle(page === 'explore' && label ? `${t(`shell:${label}`)} · ${title}` : title);
  const navigate = useNavigate();
  // Posts have no categories.
  const hasPosts = category === undefined && q === undefined;
  const shown = view === 'posts' && !hasPosts ? 'hot' : view;
  const choose = (chosen: string | undefined, next: ExploreView) => {
    const search = { view: next === 'hot' ? undefined : next };
    const place = pageOfCategory(chosen);
    void (place === undefined
      ? navigate({ to: '/explore', search: { ...search, category: chosen, q }, resetScroll: false })
      : navigate({ to: place, search, resetScroll: false }));
  };
  return (
    <Container size="xl" py="xl">
      <Stack gap="lg">
        <Group justify="space-between">
          <div>
            <Title order={1}>{title}</Title>
            <Text c="dimmed">{q === undefined ? t(`${page}.text`) : t('explore.found', { words: q })}</Text>
          </div>
          <Box hiddenFrom="sm" w="100%">
            <SearchBox width="100%" />
          </Box>
        </Group>
        {page === 'explore' && hasPosts && <Banners />}
        {/* The chosen one is always in sight. */}
        <Spoiler
          maxHeight={CHIPS_HEIGHT}
          defaultExpanded={category !== undefined}
          showLabel={t('explore.more')}
          hideLabel={t('explore.less')}
        >
          <CategoryChips
            category={category}
            first={t('explore.all')}
            label={t('explore.categories')}
            onChoose={(chosen) => choose(chosen, shown === 'posts' ? 'hot' : shown)}
          />
        </Spoiler>
        <Group gap="sm">
          <SegmentedControl
            aria-label={t('explore.view')}
            value={shown}
            onChange={(value) => choose(category, EXPLORE_VIEWS.find((one) => one === value) ?? 'hot')}
            data={EXPLORE_VIEWS.filter((one) => hasPosts || one !== 'posts').map((value) => ({
              value,
              label: t(`explore.views.${value}`),
            }))}
          />
          {shown !== 'new' && <Text className="hint">{t(`explore.why.${shown}`)}</Text>}
        </Group>
        {shown === 'posts' ? <HotPosts /> : <Creators category={category} q={q} type={shown} />}
      </Stack>
    </Container>
  );
}

interface CreatorsProps extends Pick<Props, 'category' | 'q'> {
  type: ExploreType;
}

function Creators({ category, q, type }: CreatorsProps) {
  const { t } = useTranslation('catalog-creators');
  const query = useInfiniteQuery(
    endlessOf(exploreCreators, { type, category_id: category, search_q: q, per_page: A_PAGE }),
  );
  return (
    <Collection
      query={query}
      skeleton={<CreatorGridSkeleton count={12} />}
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      nothing={{
        icon: <IconUsersGroup aria-hidden />,
        title: t(type === 'goal' ? 'explore.noGoals' : 'explore.empty'),
        text: t(type === 'goal' ? 'explore.noGoalsText' : 'explore.emptyText'),
        action: (
          <ButtonLink to="/explore" search={{}} variant="light">
            {t('explore.showAll')}
          </ButtonLink>
        ),
      }}
      gap="lg"
      more={query}
    >
      {({ pages }) => {
        // A creator who rises while pages are read comes twice.
        const all = new Map(pages.flatMap(({ list }) => list.map((one) => [one.user_id, one])));
        return (
          <CreatorGrid creators={[...all.values()]} more={(creator) => <CardMore creator={creator} />} />
        );
      }}
    </Collection>
  );
}
