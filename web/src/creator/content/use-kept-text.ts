import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { forgetText, keepText, keptText } from './kept-text.ts';

const PAUSE_MS = 400;

/**
 * Keeps what is typed on this device until it is published or discarded. `first`: what was kept at the last visit.
 * `follow` is called with each drawing of the form.
 */
export function useKeptText<Values extends object>(
  user_id: string,
  post_id: string | undefined,
  initial: Values,
) {
  const [kept] = useState(() => keptText(user_id, post_id, initial));
  const [isFull, setFull] = useState(false);
  const last = useRef(JSON.stringify(kept?.values ?? initial));
  const isForgotten = useRef(false);
  const write = useDebouncedCallback(
    (values: Values, isChanged: boolean) => {
      if (isForgotten.current) return;
      if (isChanged) setFull(!keepText(user_id, post_id, values, Date.now()));
      else forgetText(user_id, post_id);
    },
    { delay: PAUSE_MS, flushOnUnmount: true },
  );
  const now = useRef({ values: initial, isChanged: false });
  useEffect(() => {
    const { values, isChanged } = now.current;
    const text = JSON.stringify(values);
    if (text === last.current) return;
    last.current = text;
    isForgotten.current = false;
    write(values, isChanged);
  });
  return {
    first: kept?.values,
    restoredAt: kept?.at,
    isFull,
    follow: (values: Values, isChanged: boolean): void => {
      now.current = { values, isChanged };
    },
    forget: (): void => {
      isForgotten.current = true;
      forgetText(user_id, post_id);
    },
  };
}
