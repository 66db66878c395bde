import { CATEGORY_IDS, type CategoryId } from '#services/contract/accounts/categories.ts';
import { both, type Language, type Sentence } from '../language.ts';

/** The same as the web has (web/src/locales/…/shell.json), for robots and other programs. */
export const CATEGORY_NAMES: Readonly<Record<CategoryId, Sentence>> = {
  painting: both('绘画', 'Painting'),
  comic: both('动漫', 'Comics and animation'),
  music: both('音乐', 'Music'),
  writing: both('写作', 'Writing'),
  video: both('视频', 'Video'),
  game: both('游戏', 'Games'),
  craft: both('手作', 'Crafts'),
  podcast: both('播客', 'Podcasts'),
  photo: both('摄影', 'Photography'),
  science: both('科普', 'Science'),
};

/** A category by its id; the name of an unknown one is empty. */
export function categoryOf(category_id: string, language: Language) {
  const known = CATEGORY_IDS.find((id) => id === category_id);
  return { category_id, name: known === undefined ? '' : CATEGORY_NAMES[known][language] };
}
