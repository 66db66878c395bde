import { Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Album } from '#services/contract/content/albums.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Ways } from '../ways.tsx';

interface Props {
  album: Album;
  ways: Post['ways'];
}

/** What opens the whole album, with its total now and the number of posts. */
export function AlbumWays({ album: { album_id, plan_ids, user }, ways }: Props) {
  const { t } = useTranslation('content-albums');
  return (
    <Paper withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={t('unlock')}>
      <Stack gap="md">
        <Title order={2} fz="lg">
          {t('unlock')}
        </Title>
        <Ways
          ways={ways}
          back={{ album_id }}
          hintOf={({ opens }) => <Text className="hint figures">{t('opens', { count: opens })}</Text>}
        />
        {plan_ids.length > 1 && user.url_slug !== '' && (
          <AnchorLink to="/a/$slug/plan" params={{ slug: user.url_slug }} search={{ album_id }}>
            {t('allPlans')}
          </AnchorLink>
        )}
      </Stack>
    </Paper>
  );
}
