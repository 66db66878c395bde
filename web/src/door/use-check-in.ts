import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TicketKey } from '#services/contract/tickets/ticket-token.ts';
import { type CheckInEvent, getTicketKey } from '#services/contract/tickets/tickets.ts';
import { queryOf } from '../api/queries.ts';
import type { CheckInChoice, Named, Verdict } from './tickets/check-in.ts';
import { checkIn, findTicket } from './tickets/check-in-calls.ts';
import { review } from './tickets/check-ticket.ts';
import { savedKeys, saveKeys } from './tickets/saved-key.ts';
import type { ScannedCode } from './tickets/scanned-code.ts';
import { useWaiting, type Waiting } from './tickets/use-waiting.ts';

/** The result of a scan, and its time. */
export interface Checked {
  scan_id: string;
  verdict: Verdict;
  /** Unix seconds. */
  at: number;
}

const MAX_RECENT = 20;
const GOOD_BUZZ = 60;
const BAD_BUZZ = [90, 70, 90];

const now = (): number => Math.floor(Date.now() / 1000);

/** A name for a scan; also where the page did not come over TLS, and `randomUUID` is missing. */
const newScanId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** Felt without looking; browsers that cannot do nothing. */
function buzz({ tone }: Verdict): void {
  if ('vibrate' in navigator) navigator.vibrate(tone === 'bad' ? BAD_BUZZ : GOOD_BUZZ);
}

/** The server's keys, or those saved on this device. */
function useKeys(): readonly TicketKey[] | undefined {
  const { data } = useQuery(queryOf(getTicketKey, {}, { staleTime: 'static' }));
  useEffect(() => {
    if (data) saveKeys(data.keys);
  }, [data]);
  return data?.keys ?? savedKeys();
}

export interface CheckInAtWork {
  /** The present result; undefined before the first scan, and after it was dismissed. */
  shown: Checked | undefined;
  /** The last word was the server's; undefined before the first scan. */
  online: boolean | undefined;
  recent: readonly Checked[];
  busy: boolean;
  waiting: Waiting;
  scan(scanned: ScannedCode): void;
  /** The last scan again, for any day. */
  admitAnyway(): void;
  next(): void;
}

/** Check-in: each scan is checked by the server or by its signature, and waiting ones are sent. */
export function useCheckIn(choice: CheckInChoice, events: readonly CheckInEvent[]): CheckInAtWork {
  const keys = useKeys();
  const waiting = useWaiting();
  const [shown, setShown] = useState<Checked>();
  const [recent, setRecent] = useState<readonly Checked[]>([]);
  const [busy, setBusy] = useState(false);
  const working = useRef(false);
  const pendingScan = useRef<ScannedCode>(undefined);

  const scan = async (scanned: ScannedCode, anyDay = false) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    const [scan_id, at] = [newScanId(), now()];
    const own = events.filter(({ plan }) => choice.plan_id === undefined || plan.plan_id === choice.plan_id);
    const creators = [...new Set(own.map(({ creator }) => creator.user_id))];
    const door = {
      // A round that the door did not choose for this ticket would be refused.
      choice: anyDay ? { plan_id: choice.plan_id } : choice,
      rounds: own.flatMap(({ rounds }) => rounds),
      anyDay,
      find: (named: Named) => findTicket(named, creators, choice.plan_id),
      keys,
      waiting: waiting.scans,
      send: checkIn,
      now: at,
      scan_id,
    };
    try {
      const verdict = await review(scanned, door);
      if (verdict.kind === 'unconfirmed') waiting.keep(verdict.waiting);
      const judged = { scan_id, verdict, at };
      pendingScan.current = verdict.kind === 'otherDay' ? scanned : undefined;
      buzz(verdict);
      setShown(judged);
      setRecent((before) => [judged, ...before].slice(0, MAX_RECENT));
    } finally {
      setBusy(false);
      working.current = false;
    }
  };

  const last = recent.find(({ verdict }) => verdict.kind !== 'otherDay')?.verdict;
  const alone = last && (last.tone === 'unsure' || last.kind === 'usedHere');
  return {
    shown,
    online: last === undefined ? undefined : !alone,
    recent,
    busy,
    waiting,
    scan: (scanned) => void scan(scanned),
    admitAnyway() {
      if (pendingScan.current) void scan(pendingScan.current, true);
    },
    next: useCallback(() => setShown(undefined), []),
  };
}
