import { useEffect, useRef, useState } from 'react';
import type { ShownFile } from '#services/contract/media/media.ts';
import { isFresh, type Renew } from '../address.ts';
import { cleanCaptions } from './clean-captions.ts';

/** As the server allows them. */
const MAX_BYTES = 524_288;

async function readCaptions(file: ShownFile, renew: Renew): Promise<string> {
  const { url } = isFresh(file.url) ? file : ((await renew(file.file_id)) ?? { url: '' });
  const answer = url === '' || file.bytes > MAX_BYTES ? undefined : await fetch(url);
  return answer?.ok ? cleanCaptions(await answer.text()) : '';
}

/**
 * The captions of a video as an address in this browser: it does not end, and it holds nothing but times and text. They are
 * read when the video is started. Without them it is played.
 */
export function useCaptions(file: ShownFile | null, renew: Renew) {
  const [address, setAddress] = useState('');
  const isLoaded = useRef(false);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const load = () => {
    if (file === null || isLoaded.current) return;
    isLoaded.current = true;
    readCaptions(file, renew).then(
      (text) => {
        if (text !== '') setAddress(URL.createObjectURL(new Blob([text], { type: 'text/vtt' })));
      },
      () => undefined, // no connection: without captions
    );
  };
  return { address, load };
}
