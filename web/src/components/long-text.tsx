import { Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  text: string;
  /** Lines shown before the text is expanded. */
  lines: number;
  /** Characters shown before it is expanded; without it as many as fit. */
  most?: number;
  lh?: number;
}

/** The beginning of a text; whole letters, also those of two code units. */
const beginningOf = (text: string, most: number): string => {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most).join('')}…`;
};

/** A text that may be long: its beginning, and a button for the rest when there is more. */
export function LongText({ text, lines, most = Number.POSITIVE_INFINITY, lh = 1.7 }: Props) {
  const { t } = useTranslation('catalog-creators');
  const [open, setOpen] = useState(false);
  const [longer, setLonger] = useState(false);
  const beginning = beginningOf(text, most);
  const isCut = beginning !== text;
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const paragraph = shown.current;
    // Opened, nothing is left out: then the button stays, to close it again.
    if (paragraph === null || open) return;
    const look = () => setLonger(paragraph.scrollHeight > paragraph.clientHeight + 1);
    const watcher = new ResizeObserver(look);
    watcher.observe(paragraph);
    return () => watcher.disconnect();
  }, [open]);
  return (
    <div>
      <Text
        ref={shown}
        size="sm"
        lh={lh}
        style={{ whiteSpace: 'pre-line' }}
        {...(open ? {} : { lineClamp: lines })}
      >
        {open ? text : beginning}
      </Text>
      {(longer || isCut) && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'plan.less' : 'plan.more')}
        </Anchor>
      )}
    </div>
  );
}
