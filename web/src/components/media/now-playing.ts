import { useSyncExternalStore } from 'react';
import { store } from '../../app/store.ts';

const isPlaying = store(false);

/** The player says that it has a track: the frame of the pages then loads the small player. */
export const setNowPlaying = (has: boolean): void => isPlaying.set(has);

export const useNowPlaying = (): boolean => useSyncExternalStore(isPlaying.subscribe, isPlaying.present);
