import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getRecList } from '#services/contract/relations/feed.ts';
import { queryOf } from '../../../api/queries.ts';
import { PostCard } from '../../content/post-card.tsx';
import { PostTools } from '../post-tools.tsx';

const SHOWN = 5;

/** Posts to begin with; nothing where there are none. */
export function RecommendedPosts() {
  const { t } = useTranslation('relations-feed');
  const { data } = useQuery(queryOf(getRecList, { per_page: SHOWN }));
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Stack component="section" gap="md">
      <Title order={2} fz="lg">
        {t('recommendedPosts')}
      </Title>
      {data.list.map((post) => (
        <PostCard key={post.post_id} post={post} hasAuthor tools={<PostTools post={post} />} />
      ))}
    </Stack>
  );
}
