/** Shows notices that are pushed, also while no page is open. It answers no requests and keeps nothing. */
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Only pages of our own. */
const isPath = (url) => typeof url === 'string' && /^\/(?![/\\])/.test(url);

self.addEventListener('push', (event) => {
  let notice = {};
  try {
    notice = event.data?.json() ?? {};
  } catch {
    // Not ours: browsers require that something is shown.
  }
  const { title = 'Fanwatt', url, tag = 'notice', lang = 'zh-CN' } = notice;
  event.waitUntil(
    self.registration.showNotification(String(title), {
      tag: String(tag),
      lang,
      icon: '/favicon.svg',
      data: { url: isPath(url) ? url : '/notice' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window' });
    const [page] = windows;
    if (!page) return self.clients.openWindow(url);
    await page.focus();
    return page.navigate(url);
  };
  event.waitUntil(open());
});
