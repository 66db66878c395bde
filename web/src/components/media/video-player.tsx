import { Box, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { isFresh, type Renew } from './address.ts';
import { useCaptions } from './captions/use-captions.ts';
import classes from './media.module.css';

/** Renewals without a second of video between them. */
const MAX_RENEWALS = 3;
/** Before the file is known, and for files without a picture size. */
const USUAL_RATIO = 16 / 9;

interface Props {
  file: ShownFile;
  /** Shown before it is started. */
  poster: ShownFile | null;
  captions?: ShownFile | null;
  renew: Renew;
}

/**
 * A video with its poster. Nothing is loaded before it is started, and it starts only by a press. The address that it
 * plays from stays; one that ended is renewed, and it goes on at its place.
 */
export function VideoPlayer({ file, poster, captions = null, renew }: Props) {
  const { t } = useTranslation('media');
  const element = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(file);
  const [isLost, setLost] = useState(false);
  const renewals = useRef(0);
  const place = useRef({ at: 0, plays: false });
  const isStarted = useRef(false);
  const track = useCaptions(captions, renew);
  const endSizes = useRef<() => void>(undefined);
  useEffect(() => () => endSizes.current?.(), []);
  if (shown.file_id !== file.file_id || shown.url === '') {
    if (shown !== file) setShown(file);
  } else if (!isStarted.current && file.url !== shown.url && file.url !== '') setShown(file);
  /** Goes on where the last address ended, or the sizes. */
  const goOn = () => {
    const { current } = element;
    if (current === null || !isStarted.current || endSizes.current !== undefined) return;
    if (current.getAttribute('src') !== shown.url) current.src = shown.url;
    current.currentTime = place.current.at;
    if (place.current.plays) current.play().catch(() => undefined); // refused without a press: it waits for one
  };
  const recover = async () => {
    renewals.current += 1;
    const fresh = renewals.current > MAX_RENEWALS ? undefined : await renew(file.file_id);
    if (fresh === undefined || fresh.url === '') setLost(true);
    else setShown(fresh);
  };
  useEffect(goOn, [shown]);
  /** Plays the sizes of the film from now on, where it has them and the browser can. */
  const useSizes = async () => {
    const { playSizes } = await untilLoaded(() => import('./hls/play-sizes.ts'));
    const { current } = element;
    if (current === null) return;
    const renewList = async () => (await renew(file.file_id))?.hls;
    const address = isFresh(shown.hls) ? shown.hls : await renewList();
    const end =
      address &&
      playSizes({
        element: current,
        address,
        position: place.current.at,
        renew: renewList,
        onLost() {
          endSizes.current = undefined;
          void recover();
        },
      });
    if (end) {
      endSizes.current = end;
      if (place.current.plays) await current.play().catch(() => undefined);
    } else goOn();
  };
  const { width, height } = file;
  const ratio = width > 0 && height > 0 ? width / height : USUAL_RATIO;
  if (file.url === '')
    return (
      <Box className={classes.video} style={{ aspectRatio: ratio }}>
        <span className={classes.preparing}>{t('video.preparing')}</span>
      </Box>
    );
  return (
    <>
      <Box
        component="video"
        ref={element}
        className={classes.video}
        style={{ aspectRatio: ratio }}
        aria-label={t('video.of', { name: file.name })}
        src={shown.url}
        poster={poster?.preview || poster?.url || undefined}
        controls
        controlsList="nodownload"
        playsInline
        preload="none"
        onPlay={() => {
          place.current.plays = true;
          const isFirst = !isStarted.current;
          isStarted.current = true;
          if (isFirst) track.load();
          if (isFirst && shown.hls !== '') void useSizes().catch(recover);
          else if (endSizes.current === undefined && !isFresh(shown.url)) void recover();
        }}
        onPause={() => {
          if (element.current?.error == null) place.current.plays = false;
        }}
        onTimeUpdate={({ currentTarget: { currentTime } }) => {
          if (currentTime > place.current.at) renewals.current = 0;
          place.current.at = currentTime;
        }}
        onSeeking={({ currentTarget: { currentTime } }) => {
          place.current.at = currentTime;
        }}
        // The player of the sizes tells itself when it is lost.
        onError={() => endSizes.current === undefined && void recover()}
      >
        {track.address !== '' && (
          <track kind="captions" src={track.address} srcLang="und" label={t('captions')} default />
        )}
      </Box>
      {isLost && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {t('video.failed')}
        </Text>
      )}
    </>
  );
}
