import type { PostNames } from '#services/modules/content/post-texts.ts';

/** Characters of a post's text that is used as a title. */
const TITLE = 60;

export const cut = (text: string, most: number): string => {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim());
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
};

export const titleOf = ({ title, preview_text, content }: PostNames, has_right: boolean): string =>
  cut(title || preview_text || (has_right ? content : ''), TITLE);
