import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { albumQuery } from '../../../components/content/album-queries.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { keepLastRead } from './last-read.ts';

interface Props {
  album_id: string;
  post_id: string;
  mb?: 'lg' | 0;
}

/** Where the reader is in an album, and the posts before and after. */
export function AlbumBar({ album_id, post_id, mb = 'lg' }: Props) {
  const { t, formats } = useLocale('content-albums');
  const { data } = useQuery(albumQuery(album_id, post_id));
  useEffect(() => keepLastRead(album_id, post_id), [album_id, post_id]);
  if (data === undefined) return null;
  const { album, place } = data;
  const to = (postId: string) => ({ albumId: album_id, postId });
  return (
    <Paper withBorder component="section" p="md" mb={mb} aria-label={`${t('inAlbum')} ${album.title}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <AnchorLink
            to="/album/$albumId"
            params={{ albumId: album_id }}
            fw={650}
            style={{ overflowWrap: 'anywhere' }}
          >
            {album.title}
          </AnchorLink>
          {place && (
            <Text className="hint figures">
              {t('place', { number: place.number, count: album.post_count })}
            </Text>
          )}
        </Group>
        {place && (
          <>
            <Progress
              size="sm"
              value={(100 * place.number) / Math.max(1, album.post_count)}
              aria-label={t('place', { number: place.number, count: album.post_count })}
            />
            <Group justify="space-between" gap="xs" wrap="nowrap">
              {place.previous ? (
                <ButtonLink
                  to="/album/$albumId/$postId"
                  params={to(place.previous.post_id)}
                  variant="subtle"
                  size="xs"
                  leftSection={<IconChevronLeft size={16} aria-hidden />}
                  aria-label={`${t('previous')} ${place.previous.title}`}
                >
                  {t('previous')}
                </ButtonLink>
              ) : (
                <span />
              )}
              {place.next && (
                <ButtonLink
                  to="/album/$albumId/$postId"
                  params={to(place.next.post_id)}
                  variant="subtle"
                  size="xs"
                  rightSection={<IconChevronRight size={16} aria-hidden />}
                  aria-label={`${t('next')} ${place.next.title}`}
                >
                  {t('next')}
                </ButtonLink>
              )}
            </Group>
          </>
        )}
        {album.buyPlan && (
          <AnchorLink to="/album/$albumId" params={{ albumId: album_id }} size="sm" className="figures">
            {t('wholeLink', { price: formats.money(album.buyPlan.price) })}
          </AnchorLink>
        )}
      </Stack>
    </Paper>
  );
}
