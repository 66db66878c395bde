/** Of browsers that install sites; missing in the DOM's types. */
interface OfferEvent extends Event {
  prompt(): Promise<unknown>;
}

const isOffer = (event: Event): event is OfferEvent => 'prompt' in event;

/** The browser's offer to install the site, which comes once and early, for a later page. */
export function installOffers(target: EventTarget) {
  let offer: OfferEvent | undefined;
  const listeners = new Set<() => void>();
  const set = (next: OfferEvent | undefined) => {
    offer = next;
    for (const listener of listeners) listener();
  };
  target.addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return;
    // Without the browser's own bar: the page /app offers it.
    event.preventDefault();
    set(event);
  });
  target.addEventListener('appinstalled', () => set(undefined));
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isThere: () => offer !== undefined,
    /** Asks the person, by the browser. An offer is good for one question. */
    async accept(): Promise<void> {
      const asked = offer;
      if (asked === undefined) return;
      set(undefined);
      await asked.prompt();
    },
  };
}

export const installOffer = installOffers(window);
