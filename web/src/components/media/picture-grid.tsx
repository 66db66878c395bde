import { IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { untilLoaded } from '../../app/load-part.ts';
import type { Renew } from './address.ts';
import classes from './media.module.css';
import { MediaImage } from './media-image.tsx';

const Lightbox = lazy(() => untilLoaded(() => import('./lightbox.tsx')));

/** Pictures of a creator who does not want them to be copied (fan/catalog/copy-guard.tsx). */
const GUARDED = '[data-pic="false"]';
const MAX_SHOWN = 9;
/** A single picture is drawn between these ratios, width ÷ height; a longer one is cut. */
const NARROWEST = 0.6;
const WIDEST = 3;

const ratioOf = ({ width, height }: ShownFile): number =>
  width > 0 && height > 0 ? Math.min(WIDEST, Math.max(NARROWEST, width / height)) : 4 / 3;

interface Props {
  files: readonly ShownFile[];
  renew: Renew;
}

/** Pictures of a post: one as it is, several in a grid; from the tenth on they are counted. Each opens the lightbox. */
export function PictureGrid({ files, renew }: Props) {
  const { t } = useTranslation('media');
  const [open, setOpen] = useState<{ at: number; guarded: boolean }>();
  const [only] = files;
  if (only === undefined) return null;
  const shown = files.slice(0, MAX_SHOWN);
  const hidden = files.length - shown.length;
  const isSingle = files.length === 1;
  return (
    <>
      <ul className={classes.grid} data-count={Math.min(shown.length, MAX_SHOWN)}>
        {shown.map((file, index) => {
          const isReady = file.url !== '';
          const label = t('picture.alt', { at: index + 1, count: files.length });
          const isLast = index === shown.length - 1;
          return (
            <li key={file.file_id} style={isSingle ? { aspectRatio: ratioOf(file) } : undefined}>
              <button
                type="button"
                className={classes.tile}
                aria-label={isReady ? label : t('picture.preparing')}
                aria-haspopup="dialog"
                disabled={!isReady}
                onClick={({ currentTarget }) =>
                  setOpen({ at: index, guarded: currentTarget.closest(GUARDED) !== null })
                }
              >
                <MediaImage
                  file={file}
                  alt=""
                  renew={renew}
                  cover
                  sizes={isSingle ? '(max-width: 720px) 100vw, 680px' : '(max-width: 720px) 33vw, 224px'}
                />
                {!isReady && (
                  <span className={classes.preparing}>
                    <IconPhoto size={28} aria-hidden />
                    {t('picture.preparing')}
                  </span>
                )}
                {isLast && hidden > 0 && <span className={classes.more}>{`+${hidden}`}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {open !== undefined && (
        <Suspense>
          <Lightbox files={files} {...open} renew={renew} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
