/** The kinds of creators' work: the values of `category_id`. The web has their names in both languages. */
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
