import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/links.tsx';
import { boughtFor } from './bought-for.ts';

/** The way back to the post or the album for which something was bought. */
export function BackToContent({ done }: { done: boolean }) {
  const { t } = useTranslation('content');
  const { post_id, album_id } = boughtFor(useSearch({ strict: false }));
  const variant = done ? 'filled' : 'default';
  if (album_id !== undefined && post_id !== undefined) {
    return (
      <ButtonLink
        to="/album/$albumId/$postId"
        params={{ albumId: album_id, postId: post_id }}
        variant={variant}
      >
        {t('page.backTo')}
      </ButtonLink>
    );
  }
  if (album_id !== undefined) {
    return (
      <ButtonLink to="/album/$albumId" params={{ albumId: album_id }} variant={variant}>
        {t('page.backToAlbum')}
      </ButtonLink>
    );
  }
  if (post_id === undefined) return null;
  return (
    <ButtonLink to="/p/$postId" params={{ postId: post_id }} variant={variant}>
      {t('page.backTo')}
    </ButtonLink>
  );
}
