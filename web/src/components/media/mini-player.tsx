import { CloseButton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../links.tsx';
import { Place, PlayButton, Speed, soundTitle, usePlayer } from './audio-player.tsx';
import classes from './media.module.css';
import { player } from './player.ts';

/** On other pages than the post's own: what is played, at the bottom of the window. */
export default function MiniPlayer() {
  const { t } = useTranslation('media');
  const { track } = usePlayer();
  const isOwnPage = useLocation({ select: ({ pathname }) => pathname === `/p/${track?.post_id}` });
  if (track === undefined || isOwnPage) return null;
  const name = soundTitle(track.file.name);
  return (
    <section className={classes.mini} aria-label={t('audio.mini')}>
      <PlayButton track={track} size={40} />
      <div className={classes.rowText}>
        <AnchorLink
          to="/p/$postId"
          params={{ postId: track.post_id }}
          c="inherit"
          fw={650}
          className={classes.miniTitle}
        >
          {track.title === '' ? name : track.title}
        </AnchorLink>
        <Place />
      </div>
      <Speed />
      <CloseButton aria-label={t('audio.close')} onClick={() => player.close()} />
    </section>
  );
}
