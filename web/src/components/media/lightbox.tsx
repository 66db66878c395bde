import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import Yarl from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { ShownFile } from '#services/contract/media/media.ts';
import 'yet-another-react-lightbox/plugins/counter.css';
import 'yet-another-react-lightbox/styles.css';
import { isFresh, type Renew } from './address.ts';
import { sizeWords } from './amounts.ts';
import classes from './media.module.css';
import { placeholderOf } from './placeholder.ts';

/** Below the dialogs, so that the one about copying is above it. */
const LAYER = 190;
const MAX_ZOOM = 4;
/** Pictures on each side that are loaded before they are seen. */
const NEIGHBOURS = 1;

interface Props {
  files: readonly ShownFile[];
  /** Index of the first picture. */
  at: number;
  /** The menu of a long press on a phone is not shown. */
  guarded: boolean;
  renew: Renew;
  onClose: () => void;
}

/** Pictures over the whole window: keys, swipe, zoom, and a counter. */
export default function Lightbox({ files, at, guarded, renew, onClose }: Props) {
  const { t } = useTranslation('media');
  const [index, setIndex] = useState(at);
  const { addresses, originals, openOriginal, replace } = useAddresses(files, index, renew);
  const shown = files[index];
  const opensOriginal = shown !== undefined && shown.original !== '' && !originals.has(shown.file_id);
  // Another list would begin at the index again.
  const slides = useMemo(
    () =>
      files.map(({ file_id, thumbhash, width, height }, place) => ({
        src: addresses.get(file_id) ?? placeholderOf(thumbhash) ?? '',
        alt: t('picture.alt', { at: place + 1, count: files.length }),
        ...(width > 0 && height > 0 && { width, height }),
      })),
    [files, addresses, t],
  );
  return (
    <Yarl
      open
      close={onClose}
      {...(guarded && { className: classes.guarded })}
      index={index}
      slides={slides}
      plugins={files.length > 1 ? [Zoom, Counter] : [Zoom]}
      on={{ view: ({ index: place }) => setIndex(place) }}
      carousel={{
        finite: true,
        preload: NEIGHBOURS,
        padding: 0,
        imageProps: { onErrorCapture: ({ currentTarget }) => replace(currentTarget.src) },
      }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: MAX_ZOOM, scrollToZoom: true }}
      toolbar={{
        buttons: [
          opensOriginal && (
            <button
              key="original"
              type="button"
              className={`yarl__button ${classes.original}`}
              onClick={() => openOriginal(shown)}
            >
              {t('lightbox.original', { size: sizeWords(shown.bytes) })}
            </button>
          ),
          'close',
        ],
      }}
      counter={{ container: { style: { top: 0, bottom: 'unset' } } }}
      styles={{ root: { '--yarl__portal_zindex': LAYER } }}
      labels={{
        Previous: t('lightbox.before'),
        Next: t('lightbox.after'),
        Close: t('lightbox.close'),
        Lightbox: t('lightbox.name'),
        'Photo gallery': t('lightbox.name'),
        'Zoom in': t('lightbox.zoomIn'),
        'Zoom out': t('lightbox.zoomOut'),
      }}
    />
  );
}

/**
 * A picture gets a valid address when it comes near, and keeps it: then it is loaded. Until then it has its blurred
 * form.
 */
function useAddresses(files: readonly ShownFile[], index: number, renew: Renew) {
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(new Map());
  const [originals, setOriginals] = useState<ReadonlySet<string>>(new Set());
  const missing = files
    .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS + 1)
    .filter(({ file_id }) => !addresses.has(file_id));
  const add = ({ file_id, url }: ShownFile) => setAddresses((before) => new Map(before).set(file_id, url));
  useEffect(() => {
    for (const file of missing) {
      if (isFresh(file.url)) add(file);
      else void renew(file.file_id).then((fresh) => fresh && add(fresh));
    }
    // Asked once for each picture that comes near.
  }, [missing.map(({ file_id }) => file_id).join()]);
  const openOriginal = async ({ file_id, original }: ShownFile) => {
    const address = isFresh(original) ? original : (await renew(file_id))?.original;
    if (!address) return;
    setOriginals((before) => new Set(before).add(file_id));
    setAddresses((before) => new Map(before).set(file_id, address));
  };
  const replaced = useRef(new Set<string>());
  /** An address that the server refuses, because this clock is wrong or the address ended on its way; once each. */
  const replace = (refused: string) => {
    const file = files.find(({ file_id }) => {
      const address = addresses.get(file_id);
      return address !== undefined && new URL(address, location.href).href === refused;
    });
    if (file === undefined || replaced.current.has(refused)) return;
    replaced.current.add(refused);
    if (originals.has(file.file_id)) void renew(file.file_id).then((fresh) => fresh && openOriginal(fresh));
    else void renew(file.file_id).then((fresh) => fresh && add(fresh));
  };
  return { addresses, originals, replace, openOriginal: (file: ShownFile) => void openOriginal(file) };
}
