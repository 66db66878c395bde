import type { PostNames } from './post-texts.ts';

const LONGEST = 40;

/**
 * What names a post in lists: its title, or the beginning of its teaser, or of its text. Empty for a post without both,
 * to people who may not read it.
 */
export function postName({ title, content, preview_text }: PostNames, readable: boolean): string {
  if (title !== '') return title;
  const [line = ''] = ((readable && content) || preview_text).trim().split('\n');
  const letters = [...line];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : line;
}
