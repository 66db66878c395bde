import { store } from '../app/store.ts';

/** Of browsers that install sites; missing in the DOM's types. */
interface OfferEvent extends Event {
  prompt(): Promise<unknown>;
}

const isOffer = (event: Event): event is OfferEvent => 'prompt' in event;

/** The browser's offer to install the site, which comes once and early, for a later page. */
export function installOffers(target: EventTarget) {
  const { subscribe, present, set } = store<OfferEvent | undefined>(undefined);
  target.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    // Without the browser's own bar: the page /app offers it.
    event.preventDefault();
    set(event);
  });
  target.addEventListener('appinstalled', () => set(undefined));
  return {
    subscribe,
    isThere: () => present() !== undefined,
    /** Asks the person, by the browser. An offer is good for one question. */
    async accept(): Promise<void> {
      const asked = present();
      if (asked === undefined) return;
      set(undefined);
      await asked.prompt();
    },
  };
}

export const installOffer = installOffers(window);
