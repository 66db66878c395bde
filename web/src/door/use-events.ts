import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CheckInEvent } from '#services/api/tickets/contract/tickets.ts';
import { checkInEventsQuery } from '../api/check-in.ts';

const KEY = 'door_events';

function keptEvents(): CheckInEvent[] | undefined {
  try {
    // Only this file writes it; values of an older version are replaced at the next connection.
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The events that the person can check tickets for; offline the last known ones. */
export function useCheckInEvents(): readonly CheckInEvent[] | undefined {
  const { data, isPlaceholderData } = useQuery({ ...checkInEventsQuery, placeholderData: keptEvents });
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(data));
    } catch {
      // storage switched off by the browser: they last for this visit
    }
  }, [data, isPlaceholderData]);
  return data;
}
