import { Button, Stack, Text } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ALBUM_STATUS } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { linkAlbum, listLinkedAlbums, unlinkAlbum } from '#services/contract/content/album-links.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { useProfile, useStudioCreatorId } from '../../../app/session.ts';
import { Collection } from '../../../components/collection.tsx';
import { AlbumCover } from '../../../components/content/album-cover.tsx';
import { albumsQuery } from '../../../components/content/album-queries.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LinkList, Links, useLinking } from './link-list.tsx';

interface Props {
  plan_id: string;
  sku: Sku;
}

/** The albums that buyers of a saved model can read as a whole. A change is saved at once: it is a change of the album. */
export function LinkedAlbums({ plan_id, sku: { sku_id, sponsor_count } }: Props) {
  const { t } = useTranslation('catalog-editor');
  const allowed = useProfile()?.rights.sale_connect_album !== false;
  const query = useQuery(queryOf(listLinkedAlbums, { plan_id }));
  const unlink = useCall(unlinkAlbum);
  const question = t(sponsor_count > 0 ? 'albums.removeBought' : 'albums.removeAsk', {
    count: sponsor_count,
  });
  return (
    <LinkList
      title={t('albums.title')}
      text={t('albums.text')}
      links={
        <Loaded query={query} height={40}>
          {({ list }) => (
            <Links
              links={list
                .filter((album) => album.sku_id === sku_id)
                .map(({ album_id, title, post_count, status }) => ({
                  key: album_id,
                  title,
                  link: (
                    <>
                      <AnchorLink to="/album/$albumId" params={{ albumId: album_id }} target="_blank">
                        {title}
                      </AnchorLink>
                      <Text className="hint figures">{t('albums.posts', { count: post_count })}</Text>
                    </>
                  ),
                  isShown: status === ALBUM_STATUS.normal,
                  question,
                  onRemove: (done) => unlink.mutate({ album_id, plan_id, sku_id }, done),
                }))}
            />
          )}
        </Loaded>
      }
      add={
        allowed
          ? {
              label: t('albums.add'),
              title: t('albums.pick'),
              picker: (onDone) => <Choice plan_id={plan_id} sku_id={sku_id} onDone={onDone} />,
            }
          : { denied: t('albums.denied') }
      }
    />
  );
}

/** The creator's albums, hidden ones too. */
function Choice({ plan_id, sku_id, onDone }: { plan_id: string; sku_id: string; onDone: () => void }) {
  const { t } = useTranslation('catalog-editor');
  const creator_id = useStudioCreatorId() ?? '';
  const query = useInfiniteQuery(albumsQuery(creator_id));
  const link = useCall(linkAlbum, { quiet: true });
  const { refusal, outcome } = useLinking(onDone);
  return (
    <Stack gap="sm">
      <Text className="hint">{t('albums.pickText')}</Text>
      {refusal}
      <Collection
        query={query}
        more={query}
        isEmpty={({ pages }) => pages.every(({ list }) => list.length === 0)}
        waiting={{ count: 4, height: 56 }}
        nothing={{
          icon: <IconBooks aria-hidden />,
          title: t('albums.none'),
          action: <ButtonLink to="/edit/album">{t('albums.new')}</ButtonLink>,
        }}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .map(({ album_id, title, cover, post_count }) => (
              <Button
                key={album_id}
                variant="default"
                justify="flex-start"
                fullWidth
                h={56}
                leftSection={<AlbumCover cover={cover} size={40} />}
                loading={link.isPending && link.variables?.album_id === album_id}
                onClick={() => link.mutate({ album_id, plan_id, sku_id }, outcome)}
              >
                {title} · {t('albums.posts', { count: post_count })}
              </Button>
            ))
        }
      </Collection>
    </Stack>
  );
}
