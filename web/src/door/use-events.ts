import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CheckInEvent, listDoors } from '#services/contract/tickets/tickets.ts';
import { queryOf } from '../api/queries.ts';

const KEY = 'door_events';
/** Team pages get no live updates about other members' check-ins. */
export const AGAIN_MS = 15_000;

/** Every event that the person can check in; the latest first. */
export const eventsQuery = queryOf(listDoors, {}, { refetchInterval: AGAIN_MS });

function savedEvents(): CheckInEvent[] | undefined {
  try {
    // Only this file writes it; values of an older version are replaced at the next connection.
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The events that the person can check tickets for; offline the last known ones. */
export function useCheckInEvents(): readonly CheckInEvent[] | undefined {
  const { data } = useQuery(eventsQuery);
  const [stored] = useState(savedEvents);
  useEffect(() => {
    if (data === undefined) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(data.list));
    } catch {
      // storage switched off by the browser: they last for this visit
    }
  }, [data]);
  return data?.list ?? stored;
}
