import { EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight, IconBrush } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { endlessOf } from '../api/queries.ts';
import { CategoryChips } from '../components/catalog/category-chips.tsx';
import { CreatorGrid, CreatorGridSkeleton } from '../components/catalog/creator-grid.tsx';
import { AnchorLink, ButtonLink } from '../components/links.tsx';
import { Trouble } from '../components/loaded.tsx';

const SHOWN = 8;

/** Categories with some of their creators. */
export function SampleCreators() {
  const { t } = useTranslation('landing');
  const [category, setCategory] = useState<string>();
  const query = useInfiniteQuery(
    endlessOf(exploreCreators, category === undefined ? { rec: 1 } : { category_id: category }),
  );
  const creators = query.data?.pages[0]?.list.slice(0, SHOWN);
  return (
    <Stack component="section" gap="lg" aria-labelledby="creators">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} id="creators">
            {t('creators.title')}
          </Title>
          <Text c="dimmed">{t('creators.text')}</Text>
        </div>
        <AnchorLink to="/explore" search={{ category }}>
          <Group gap={4} component="span">
            {t('creators.all')} <IconArrowRight size={18} aria-hidden />
          </Group>
        </AnchorLink>
      </Group>
      <CategoryChips
        category={category}
        first={t('creators.rec')}
        label={t('creators.title')}
        onChoose={setCategory}
      />
      {query.isError && <Trouble error={query.error} again={() => void query.refetch()} />}
      {query.isPending && <CreatorGridSkeleton count={SHOWN} />}
      {creators !== undefined && creators.length > 0 && <CreatorGrid creators={creators} />}
      {creators?.length === 0 && (
        <EmptyState variant="light" icon={<IconBrush aria-hidden />} title={t('creators.empty')} py="xl">
          <EmptyState.Actions>
            <ButtonLink to="/apply" variant="light">
              {t('creators.emptyAction')}
            </ButtonLink>
          </EmptyState.Actions>
        </EmptyState>
      )}
    </Stack>
  );
}
