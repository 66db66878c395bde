import { useTranslation } from 'react-i18next';
import type { ListedAlbum } from '#services/contract/content/albums.ts';
import type { Renew } from '../../../components/media/address.ts';
import { MediaImage } from '../../../components/media/media-image.tsx';
import { placeholderOf } from '../../../components/media/placeholder.ts';
import classes from './albums.module.css';

/** Pictures of the first posts, locked ones as a few colours, and how many posts follow. */
export function AlbumThumbs({ album, renew }: { album: ListedAlbum; renew: Renew }) {
  const { t } = useTranslation('content-albums');
  const { thumbs, post_count } = album;
  if (thumbs.length === 0) return null;
  const more = post_count - thumbs.length;
  const placed = thumbs.map((thumb, place) => ({ ...thumb, place }));
  return (
    <div className={classes.thumbs}>
      {placed.map(({ file, thumbhash, place }) => {
        const colours = placeholderOf(thumbhash);
        return (
          <span
            key={place}
            className={classes.thumb}
            style={{ backgroundImage: colours && `url(${colours})` }}
          >
            {file && <MediaImage file={file} alt="" renew={renew} cover sizes="80px" />}
          </span>
        );
      })}
      {more > 0 && (
        <span className={`figures ${classes.more}`} aria-label={t('morePosts', { count: more })} role="img">
          +{more}
        </span>
      )}
    </div>
  );
}
