import Hls from 'hls.js/light';
import { filmAddresses } from './film-addresses.ts';

interface Film {
  element: HTMLVideoElement;
  /** The list of all sizes. */
  address: string;
  /** Seconds. */
  position: number;
  /** A new address of that list. */
  renew: () => Promise<string | undefined>;
  /** It cannot be played in sizes (any more). */
  onLost: () => void;
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`a list of parts: ${answer.status}`);
  return answer.text();
}

/** Plays a film in the size that the speed of the line allows. @returns its end; undefined where no browser part can */
export function playSizes({ element, address, position, renew, onLost }: Film): (() => void) | undefined {
  if (!Hls.isSupported()) return undefined;
  const fresh = filmAddresses({ read, renew });
  const player = new Hls({
    startPosition: position,
    capLevelToPlayerSize: true,
    // The content policy allows no workers from texts.
    enableWorker: false,
    async xhrSetup(request, url) {
      const now = await fresh(url);
      if (now !== url) request.open('GET', now, true);
    },
  });
  player.on(Hls.Events.ERROR, (_, { fatal }) => {
    if (!fatal) return;
    player.destroy();
    onLost();
  });
  player.loadSource(address);
  player.attachMedia(element);
  return () => player.destroy();
}
