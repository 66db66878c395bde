import type { Vote } from '#services/contract/content/votes.ts';
import classes from './vote.module.css';

interface Props {
  pic: Vote['options'][number]['pic'];
  /** Beside the name of an option. */
  small?: boolean;
}

/** The picture of an option; its name says what it shows. */
export const OptionPic = ({ pic, small = false }: Props) =>
  pic &&
  pic.url !== '' && (
    <img
      className={small ? classes.thumb : classes.picture}
      src={small ? pic.small || pic.url : pic.preview || pic.url}
      width={pic.width || undefined}
      height={pic.height || undefined}
      alt=""
      loading="lazy"
    />
  );
