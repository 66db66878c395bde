import { useSyncExternalStore } from 'react';

let isPlaying = false;
const listeners = new Set<() => void>();

/** The player says that it has a track: the frame of the pages then loads the small player. */
export function setNowPlaying(has: boolean): void {
  if (has === isPlaying) return;
  isPlaying = has;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNowPlaying = (): boolean => useSyncExternalStore(subscribe, () => isPlaying);
