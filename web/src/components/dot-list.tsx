import type { ReactNode } from 'react';
import classes from './dot-list.module.css';

/**
 * Short facts in a row with dots between them: a line ends between two facts and not inside one, as a date would
 * be cut anywhere in Chinese, and with a fact and not with a dot. Empty ones are left out.
 */
export function DotList({ parts }: { parts: readonly ReactNode[] }) {
  const shown = parts.filter((part) => part !== '');
  return (
    <span className={classes.frame}>
      <span className={classes.row}>
        {shown.map((part, at) => (
          // Facts have no key but their index.
          <span key={at} className={classes.part}>
            {part}
          </span>
        ))}
      </span>
    </span>
  );
}
