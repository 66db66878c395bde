import { codeReader } from './code-reader.ts';

/** The files of ours that this page has loaded so far. */
const loadedFiles = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname),
  ),
];

/**
 * Keeps the page on this device, so that it opens again without a connection. Where the browser cannot (no TLS,
 * no service workers) the page works while it stays open.
 */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Loads the camera's code now, because the device can be offline later.
  await codeReader();
  await navigator.serviceWorker.register('/door-worker.js', { scope: '/order/inspect' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(loadedFiles());
}
