import { useInterval } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';

interface SavedWait {
  account: string;
  /** Milliseconds since 1970 when the next code can be requested. */
  until: number;
}

function savedWait(key: string): SavedWait | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('account' in stored) || !('until' in stored))
      return undefined;
    const { account, until } = stored;
    return typeof account === 'string' && typeof until === 'number' ? { account, until } : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds until the next code to an account can be requested; another account has no wait. It survives a reload (creator specification 9). */
export function useResendWait(scene: string, account: string) {
  const key = `resend-${scene}`;
  const [stored, setStored] = useState(() => savedWait(key));
  const [now, setNow] = useState(() => Date.now());
  const clock = useInterval(() => setNow(Date.now()), 1000);
  // After a reload the account is not typed yet.
  const until = account === '' || account === stored?.account ? (stored?.until ?? 0) : 0;
  const wait = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (wait > 0) clock.start();
    return clock.stop;
  }, [wait > 0, clock.start, clock.stop]);
  const started = useCallback(
    (seconds: number) => {
      const begun = { account, until: Date.now() + seconds * 1000 };
      setStored(begun);
      setNow(Date.now());
      try {
        sessionStorage.setItem(key, JSON.stringify(begun));
      } catch {
        // storage switched off: the wait is the server's to keep
      }
    },
    [key, account],
  );
  return { wait, sentTo: stored?.account ?? '', started };
}
