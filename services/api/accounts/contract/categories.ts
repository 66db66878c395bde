/** What creators make: the ids that `category_id` takes. The web names them in both languages. */
export const CATEGORY_IDS = [
  'painting',
  'comic',
  'music',
  'writing',
  'video',
  'game',
  'craft',
  'podcast',
  'photo',
  'science',
] as const;

export type CategoryId = (typeof CATEGORY_IDS)[number];
