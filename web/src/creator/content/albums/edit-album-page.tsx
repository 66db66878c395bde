import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconEye, IconFileText, IconLock, IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { albumQuery } from '../../../components/content/album-queries.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Section } from '../../../components/section.tsx';
import { NotFound } from '../../../shell/whole-page.tsx';
import { AlbumForm } from './album-form.tsx';
import { type AlbumMode, AlbumPosts } from './album-posts.tsx';

const AlbumPreview = lazy(() => untilLoaded(() => import('../preview/album-preview.tsx')));

/** /edit/album: a new album, or with `album_id` an own one and its posts. */
export function EditAlbumPage({ album_id }: { album_id: string | undefined }) {
  const { t } = useTranslation('content-albums');
  return (
    <>
      <PageHead title={t(album_id === undefined ? 'new' : 'edit')} />
      {album_id === undefined ? <AlbumForm saved={undefined} /> : <SavedAlbum album_id={album_id} />}
    </>
  );
}

function SavedAlbum({ album_id }: { album_id: string }) {
  const { t } = useTranslation(['content-albums', 'content-compose', 'content-preview']);
  const [previewed, setPreviewed] = useState(false);
  const creator_id = useStudioCreatorId();
  const [mode, setMode] = useState<AlbumMode>('sort');
  const query = useQuery(albumQuery(album_id));
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <Loaded query={query} skeleton={<Waiting />}>
      {({ album }) =>
        album.user.user_id === creator_id ? (
          <Stack gap="lg">
            <Group gap="xs">
              <ButtonLink
                variant="default"
                to="/compose"
                search={{ album_ids: album_id }}
                leftSection={<IconPencilPlus size={18} aria-hidden />}
              >
                {t('content-compose:title')}
              </ButtonLink>
              <ButtonLink
                to="/edit/article"
                search={{ album_ids: album_id }}
                variant="default"
                leftSection={<IconFileText size={18} aria-hidden />}
              >
                {t('content-compose:writeArticle')}
              </ButtonLink>
              <Button
                variant="default"
                leftSection={<IconEye size={18} aria-hidden />}
                onClick={() => setPreviewed(true)}
              >
                {t('content-preview:title')}
              </Button>
            </Group>
            {previewed && (
              <Suspense>
                <AlbumPreview album_id={album_id} onClose={() => setPreviewed(false)} />
              </Suspense>
            )}
            <Section title={t('choose.title')} text={t('choose.text')}>
              <AlbumPosts album_id={album_id} mode={mode} onMode={setMode} />
            </Section>
            <AlbumForm saved={album} />
          </Stack>
        ) : (
          <DeadEnd icon={<IconLock aria-hidden />} title={t('notYours')}>
            <ButtonLink to="/edit/album">{t('new')}</ButtonLink>
          </DeadEnd>
        )
      }
    </Loaded>
  );
}

const Waiting = () => (
  <Stack gap="lg">
    <Skeleton height={320} radius="lg" />
    <Skeleton height={320} radius="lg" />
  </Stack>
);
