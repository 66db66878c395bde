import { useEffect, useState, useSyncExternalStore } from 'react';
import { sentenceOf } from '../../../app/queries.ts';
import { sendFile } from './send-file.ts';
import { type UploadItem, UploadQueue } from './upload-queue.ts';

/** Why a page with uploads is not published yet. */
export type UploadObstacle = 'pictures' | 'files' | 'failed';

function obstacleIn(items: readonly UploadItem[]): UploadObstacle | undefined {
  const running = items.filter(({ phase }) => phase !== 'failed');
  if (running.some(({ kind }) => kind === 'picture')) return 'pictures';
  if (running.length > 0) return 'files';
  return items.length > 0 ? 'failed' : undefined;
}

/** The uploads of a page; leaving it stops them. */
export function useUploads() {
  const [queue] = useState(() => new UploadQueue(sendFile, sentenceOf));
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  useEffect(() => () => queue.cancelAll(), [queue]);
  return { queue, items, obstacle: obstacleIn(items) };
}
export type Uploads = ReturnType<typeof useUploads>;
