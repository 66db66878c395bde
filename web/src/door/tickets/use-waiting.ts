import { useCallback, useEffect, useRef, useState } from 'react';
import { checkIn } from './check-in-calls.ts';
import { readQueue, type WaitingScan, writeQueue } from './scan-queue.ts';
import { sendWaiting, type Trouble } from './send-waiting.ts';

/** Retry interval for waiting scans; a restored connection is tried immediately. */
const AGAIN_MS = 5_000;

/** Offline admissions of this device, stored over reloads and sent when the server is reachable. */
export function useWaiting() {
  const [scans, setScans] = useState<readonly WaitingScan[]>(() => readQueue(localStorage));
  const [sent, setSent] = useState(0);
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const queue = useRef(scans);
  const sending = useRef(false);

  const set = useCallback((now: readonly WaitingScan[]) => {
    queue.current = now;
    writeQueue(localStorage, now);
    setScans(now);
  }, []);

  const sendNow = useCallback(async () => {
    if (sending.current || queue.current.length === 0) return;
    sending.current = true;
    const batch = queue.current;
    const done = await sendWaiting(batch, checkIn);
    // Scans added meanwhile are behind the sent ones.
    set([...done.left, ...queue.current.slice(batch.length)]);
    setSent((before) => before + done.sent);
    setTroubles((before) => [...before, ...done.troubles]);
    sending.current = false;
  }, [set]);

  useEffect(() => {
    const send = () => void sendNow();
    send();
    window.addEventListener('online', send);
    const again = setInterval(send, AGAIN_MS);
    return () => {
      window.removeEventListener('online', send);
      clearInterval(again);
    };
  }, [sendNow]);

  return {
    scans,
    /** Sent since the page was opened. */
    sent,
    troubles,
    /** Keeps a scan until the server has it. */
    keep: useCallback((scan: WaitingScan) => set([...queue.current, scan]), [set]),
    sendNow,
    clearTroubles: useCallback(() => setTroubles([]), []),
  };
}

export type Waiting = ReturnType<typeof useWaiting>;
