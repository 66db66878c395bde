import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useRef } from 'react';
import { untilLoaded } from './load-part.ts';

const Shown = lazy(() => untilLoaded(() => import('./shown-notices.tsx')));

/** The place of notifications; their code is loaded with the first one. */
export function Notices() {
  const { notifications, queue } = useNotifications();
  const needed = useRef(false);
  if (notifications.length > 0 || queue.length > 0) needed.current = true;
  return <Suspense>{needed.current && <Shown />}</Suspense>;
}
