import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OVERLAY_HEADER, showOverlay } from '#services/contract/goals/overlay.ts';
import { call } from '../../api/client.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { followOverlay } from './overlay-stream.ts';

const TEST_MS = 8_000;
/** Without a connection. */
const POLL_MS = 15_000;

/** The content of an overlay, live. @param token empty: an incomplete link */
export function useOverlay(token: string) {
  const client = useQueryClient();
  const [testing, setTesting] = useState(false);
  const [connected, setConnected] = useState(true);
  const queryKey = ['overlay', token];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(showOverlay, {}, { signal, headers: { [OVERLAY_HEADER]: token } }),
    enabled: token !== '',
    refetchInterval: ({ state }) => (connected || isRefusal(state.error, EC.notFound) ? false : POLL_MS),
  });
  const over = token === '' || isRefusal(query.error, EC.notFound, EC.badInput);
  useEffect(() => {
    if (over) return;
    const ended = new AbortController();
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => void client.invalidateQueries({ queryKey: ['overlay', token] });
    const onTopic = (topic: string): void => {
      if (topic !== 'overlay_test') {
        refresh();
        return;
      }
      setTesting(true);
      clearTimeout(hiding);
      hiding = setTimeout(() => setTesting(false), TEST_MS);
    };
    const onOpen = (): void => {
      setConnected(true);
      refresh();
    };
    const onLost = (): void => {
      setConnected(false);
      // The link may have been renewed.
      refresh();
    };
    void followOverlay(token, { onTopic, onOpen, onLost }, ended.signal);
    return () => {
      clearTimeout(hiding);
      ended.abort();
    };
  }, [client, over, token]);
  return { query, testing, connected, over };
}
