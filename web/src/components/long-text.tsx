import { Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  text: string;
  /** Lines shown before the text is expanded. */
  lines: number;
}

/** A text that may be long: its beginning, and a button for the rest when there is more. */
export function LongText({ text, lines }: Props) {
  const { t } = useTranslation('catalog-creators');
  const [open, setOpen] = useState(false);
  const [longer, setLonger] = useState(false);
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
        lh={1.7}
        style={{ whiteSpace: 'pre-line' }}
        {...(open ? {} : { lineClamp: lines })}
      >
        {text}
      </Text>
      {longer && (
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
