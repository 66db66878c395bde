import { Group, Paper, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useLocation, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Post } from '#services/contract/content/posts.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { useProfile } from '../../app/session.ts';
import { useAccessWords } from '../../components/content/access/access-words.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { Ways } from './ways.tsx';

// Guests never load what explains own orders.
const OwnAccess = lazy(() =>
  untilLoaded(() => import('./own-access.tsx')).then(({ OwnAccess }) => ({ default: OwnAccess })),
);

const MAX_WAYS = 3;

/** In place of a text that the reader cannot read: why, and the cheapest ways to it. */
export function UnlockPanel({ post }: { post: Post }) {
  const { t } = useLocale('content');
  const words = useAccessWords();
  const isGuest = useProfile() === null;
  const back = useLocation({ select: ({ href }) => href });
  // The album in which the post is read.
  const { albumId } = useParams({ strict: false });
  const { ways } = post;
  const openings = words.opening(post);
  return (
    <Paper withBorder component="section" p={{ base: 'md', sm: 'lg' }} aria-label={t('unlock.title')}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ThemeIcon size={40} radius="xl" variant="light">
            <IconLock size={22} aria-hidden />
          </ThemeIcon>
          <Stack gap={4} style={{ minWidth: 0 }} pt={6}>
            <Title order={2} fz="lg">
              {words.why(post)}
            </Title>
            {openings.map((opening) => (
              <Text key={opening} className="figures">
                {opening}
              </Text>
            ))}
            {ways.length === 0 && openings.length === 0 && <Text c="dimmed">{t('unlock.none')}</Text>}
          </Stack>
        </Group>
        {ways.length > 0 && (
          <Ways
            ways={ways.slice(0, MAX_WAYS)}
            back={{ post_id: post.post_id, album_id: albumId }}
            hintOf={({ album, opens }) =>
              album ? (
                <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
                  {t('unlock.album', { title: album.title, count: album.post_count })}
                </Text>
              ) : (
                opens > 1 && <Text className="hint figures">{t('unlock.more', { count: opens })}</Text>
              )
            }
          />
        )}
        {!isGuest && (
          <Suspense fallback={<Skeleton height={92} radius="md" />}>
            <OwnAccess post={post} />
          </Suspense>
        )}
        {post.plan_ids.length > 1 && post.user.url_slug !== '' && (
          <AnchorLink
            to="/a/$slug/plan"
            params={{ slug: post.user.url_slug }}
            search={{ unlock_plan_ids: post.plan_ids.join(',') }}
          >
            {t('unlock.allPlans')}
          </AnchorLink>
        )}
        {isGuest && (
          <Group gap="sm">
            <Text size="sm" flex="1 1 200px">
              {t('unlock.already')}
            </Text>
            <ButtonLink to="/login" search={{ back }} variant="default">
              {t('unlock.signIn')}
            </ButtonLink>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
