import { useEffect, useState, useSyncExternalStore } from 'react';
import { sentenceOf } from '../../../app/queries.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { begunUploads } from './begun-uploads.ts';
import { sendFileOf } from './send-file.ts';
import { type UploadItem, UploadQueue } from './upload-queue.ts';

/** Why a page with uploads is not published yet. */
export type UploadObstacle = 'pictures' | 'files' | 'failed';

function obstacleIn(items: readonly UploadItem[]): UploadObstacle | undefined {
  const running = items.filter(({ phase }) => phase !== 'failed');
  if (running.some(({ kind }) => kind === 'picture')) return 'pictures';
  if (running.length > 0) return 'files';
  return items.length > 0 ? 'failed' : undefined;
}

/** Sends files of the person, or of the creator for whom a member of the team works. */
export function useSender() {
  const owner = useStudioCreatorId();
  return useState(() => sendFileOf(begunUploads(owner)))[0];
}

/** The uploads of a page; leaving it stops them. */
export function useUploads() {
  const send = useSender();
  const [queue] = useState(() => new UploadQueue(send, sentenceOf));
  const items = useSyncExternalStore(queue.subscribe, queue.snapshot);
  useEffect(() => () => queue.cancelAll(), [queue]);
  return { queue, items, obstacle: obstacleIn(items) };
}
export type Uploads = ReturnType<typeof useUploads>;
