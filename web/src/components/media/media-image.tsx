import { type ImgHTMLAttributes, useState } from 'react';
import type { ShownFile } from '#services/contract/media/media.ts';
import { isFresh, type Renew } from './address.ts';
import classes from './media.module.css';
import { placeholderOf } from './placeholder.ts';

const MAX_TRIES = 2;

interface Props extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'sizes' | 'className'> {
  file: ShownFile;
  alt: string;
  renew: Renew;
  /** Fills its box and is cut, instead of being whole. */
  cover?: boolean;
}

/** Widths of the variants, as `srcset` names them. */
function sourcesOf({ small, preview, url }: ShownFile): string {
  const sources = [`${small} 320w`, `${preview} 720w`, `${url} 1440w`];
  return sources.filter((one) => !one.startsWith(' ')).join(', ');
}

/**
 * A picture. Its box has its size and its blurred form before it arrives. It keeps the address that it was loaded
 * from; one that ended is renewed.
 */
export function MediaImage({ file, alt, renew, cover = false, sizes, className }: Props) {
  const [shown, setShown] = useState(file);
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState(false);
  if (shown.file_id !== file.file_id || (shown.url === '' && file.url !== '')) {
    setShown(file);
    setTries(0);
    setLoaded(false);
  }
  const isFailed = tries > MAX_TRIES;
  const retry = () => {
    setTries(tries + 1);
    if (tries >= MAX_TRIES) return;
    if (file.url !== shown.url && isFresh(file.url)) setShown(file);
    else void renew(file.file_id).then((fresh) => fresh && setShown(fresh));
  };
  const placeholder = loaded ? undefined : placeholderOf(file.thumbhash);
  return (
    <span
      className={[classes.image, className].join(' ')}
      data-cover={cover || undefined}
      style={{ backgroundImage: placeholder && `url(${placeholder})` }}
    >
      {shown.url !== '' && !isFailed && (
        <img
          // Another address is another picture to the browser.
          key={shown.url}
          src={shown.preview || shown.url}
          srcSet={sourcesOf(shown)}
          sizes={sizes}
          width={file.width || undefined}
          height={file.height || undefined}
          alt={alt}
          loading="lazy"
          decoding="async"
          onLoad={() => setLoaded(true)}
          onError={retry}
        />
      )}
    </span>
  );
}
