import { expect, test, vi } from 'vitest';

vi.stubGlobal('window', new EventTarget());
const { installOffers } = await import('./install-offer.ts');

function offered(target: EventTarget) {
  const prompt = vi.fn(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  target.dispatchEvent(event);
  return { event, prompt };
}

test('an offer is kept for one question, without the browser’s own bar', async () => {
  const target = new EventTarget();
  const offers = installOffers(target);
  const heard = vi.fn();
  const end = offers.subscribe(heard);
  expect(offers.isThere()).toBe(false);
  const { event, prompt } = offered(target);
  expect([event.defaultPrevented, offers.isThere(), heard.mock.calls.length]).toEqual([true, true, 1]);
  await offers.accept();
  await offers.accept();
  expect([prompt.mock.calls.length, offers.isThere()]).toEqual([1, false]);
  end();
  offered(target);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('it ends when the site was installed in another way; other events are none', () => {
  const target = new EventTarget();
  const offers = installOffers(target);
  target.dispatchEvent(new Event('beforeinstallprompt'));
  expect(offers.isThere()).toBe(false);
  offered(target);
  target.dispatchEvent(new Event('appinstalled'));
  expect(offers.isThere()).toBe(false);
});
