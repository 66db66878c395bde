import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#services/contract/content/posts.ts';
import { useLocale } from '../../language/use-locale.ts';
import { durationWords } from '../media/amounts.ts';
import { placeholderOf } from '../media/placeholder.ts';
import classes from './post-files.module.css';

type Counted = Pick<Post, 'pic_count' | 'has_audio' | 'has_video' | 'has_attachment' | 'ext'>;

/** What a post holds besides its text: `9 pictures · 1 video`; empty for nothing. */
export function useFileWords() {
  const { t, formats } = useLocale('media');
  const videoWords = (seconds: number): string =>
    seconds > 0 ? t('locked.videoOf', { time: durationWords(seconds) }) : t('locked.video');
  return ({ pic_count, has_audio, has_video, has_attachment, ext }: Counted): string =>
    formats.words([
      ...(pic_count > 0 ? [t('locked.pictures', { count: pic_count })] : []),
      ...(has_video ? [videoWords(ext.video_duration)] : []),
      ...(has_audio ? [t('locked.audio')] : []),
      ...(has_attachment ? [t('locked.attachment')] : []),
    ]);
}

const USUAL_RATIO = 16 / 9;
/** Width ÷ height: a narrow picture would push away what unlocks it. */
const NARROWEST = 1.2;

/** In place of files that the reader cannot see: their number, over a blurred picture. */
export function LockedFiles({ post }: { post: Post }) {
  const { t } = useTranslation('content');
  const words = useFileWords()(post);
  if (words === '') return null;
  const { teaser_pic: picture } = post;
  const placeholder = placeholderOf(picture?.thumbhash ?? '');
  const ratio = picture && picture.height > 0 ? picture.width / picture.height : USUAL_RATIO;
  return (
    <div
      className={classes.locked}
      style={{
        aspectRatio: picture ? Math.max(NARROWEST, ratio) : undefined,
        backgroundImage: placeholder && `url(${placeholder})`,
      }}
    >
      <span className={classes.words}>
        <IconLock size={18} aria-label={t('locked')} />
        {words}
      </span>
    </div>
  );
}
