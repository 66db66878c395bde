import type { FeedType } from '#services/contract/relations/feed.ts';

const KEY = 'show_feed_type';

/** The tab that was chosen on this device; everybody's posts until then (overview specification 2). */
export const savedFeedType = (): FeedType => {
  try {
    return localStorage.getItem(KEY) === 'my' ? 'my' : 'public';
  } catch {
    return 'public'; // storage switched off by the browser: the choice lasts for this visit
  }
};

export function saveFeedType(type: FeedType): void {
  try {
    localStorage.setItem(KEY, type);
  } catch {
    // A full or forbidden storage.
  }
}
