import { Paper, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Post } from '#services/contract/content/posts.ts';
import { GoalList, useShownGoals } from '../../components/goals/shown-goals.tsx';
import { AlbumBar } from './albums/album-bar.tsx';

const MOST_ALBUMS = 3;

interface Props {
  post: Post;
  /** The page is a post in an album, which is named above it. */
  isInAlbum: boolean;
}

/** Beside a post: its place in its albums, and the goals of its creator. */
export default function PostBeside({ post: { post_id, album_ids, user }, isInAlbum }: Props) {
  const { t } = useTranslation('goals-progress');
  const goals = useShownGoals(user.user_id) ?? [];
  return (
    <Stack gap="md">
      {!isInAlbum &&
        album_ids
          .slice(0, MOST_ALBUMS)
          .map((album_id) => <AlbumBar key={album_id} album_id={album_id} post_id={post_id} mb={0} />)}
      {goals.length > 0 && (
        <Paper withBorder p="lg" component="section">
          <Title order={2} fz="lg" mb="md">
            {t('title')}
          </Title>
          <GoalList goals={goals} />
        </Paper>
      )}
    </Stack>
  );
}
