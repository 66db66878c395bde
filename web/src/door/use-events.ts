import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CheckInEvent } from '#services/api/tickets/contract/tickets.ts';
import { checkInEventsQuery } from '../api/check-in.ts';

const KEY = 'door_events';

function keptEvents(): CheckInEvent[] | undefined {
  try {
    // Only this file writes it; what an older version wrote is replaced at the next connection.
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The events at whose doors one may stand; without a connection those that this device last heard of. */
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
