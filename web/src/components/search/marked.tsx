import { useMemo } from 'react';
import { markedParts } from '#services/contract/content/search-words.ts';
import classes from './marked.module.css';

/** A text with the words of a search marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = useMemo(() => markedParts(text, words), [text, words]);
  return parts.map(({ text: part, isHit }, nth) =>
    isHit ? (
      <mark key={nth} className={classes.hit}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
