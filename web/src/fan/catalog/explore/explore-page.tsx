import { Box, Container, Group, Stack, Text, Title } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { endlessOf } from '../../../api/queries.ts';
import { CategoryChips } from '../../../components/catalog/category-chips.tsx';
import { CreatorGrid, CreatorGridSkeleton } from '../../../components/catalog/creator-grid.tsx';
import { Collection } from '../../../components/collection.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { SearchBox } from '../../../shell/search-box.tsx';

const A_PAGE = 24;

const route = getRouteApi('/explore');

/** All creators, by category and text; both are in the address. */
export function ExplorePage() {
  const { t } = useTranslation('catalog-creators');
  usePageTitle(t('explore.title'));
  const { category, q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(
    endlessOf(exploreCreators, { category_id: category, search_q: q, per_page: A_PAGE }),
  );
  return (
    <Container size="xl" py="xl">
      <Stack gap="lg">
        <Group justify="space-between">
          <div>
            <Title order={1}>{t('explore.title')}</Title>
            <Text c="dimmed">{q === undefined ? t('explore.text') : t('explore.found', { words: q })}</Text>
          </div>
          <Box hiddenFrom="sm" w="100%">
            <SearchBox width="100%" />
          </Box>
        </Group>
        <CategoryChips
          category={category}
          first={t('explore.all')}
          label={t('explore.categories')}
          onChoose={(chosen) => void navigate({ search: (before) => ({ ...before, category: chosen }) })}
        />
        <Collection
          query={query}
          skeleton={<CreatorGridSkeleton count={12} />}
          isEmpty={({ pages }) => pages[0]?.list.length === 0}
          nothing={{
            icon: <IconUsersGroup aria-hidden />,
            title: t('explore.empty'),
            text: t('explore.emptyText'),
            action: (
              <ButtonLink to="/explore" search={{}} variant="light">
                {t('explore.showAll')}
              </ButtonLink>
            ),
          }}
          gap="lg"
          more={query}
        >
          {({ pages }) => <CreatorGrid creators={pages.flatMap(({ list }) => list)} />}
        </Collection>
      </Stack>
    </Container>
  );
}
