import type { Post } from '#services/contract/content/posts.ts';

const LONGEST = 40;

/** What names a post in lists, menus and the browser's tab: its title, or the beginning of its text or teaser. */
export function postTitle({ title, content, preview_text }: Post): string {
  if (title !== '') return title;
  const [line = ''] = (content || preview_text).trim().split('\n');
  const letters = [...line];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : line;
}
