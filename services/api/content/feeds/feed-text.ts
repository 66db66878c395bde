import { Feed } from 'feed';
import type { Post } from '#services/contract/content/posts.ts';
import type { Language } from '../../http/language.ts';

interface FeedOf {
  creator: { name: string; intro: string; url_slug: string };
  /** Newest first. */
  posts: readonly Post[];
  /** Scheme and host of the installation. */
  origin: string;
  language: Language;
  /** The feed's own address. */
  address: string;
  /** Whether texts are in it; otherwise teasers. */
  withTexts: boolean;
}

/** Characters of a title that is made from the text. */
const MAX_TITLE = 40;
/** XML 1.0 has no other control characters. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const LOCKED: Readonly<Record<Language, string>> = {
  'zh-CN': '这条动态需要解锁后阅读',
  'en-US': 'This post is locked. See how to unlock it',
};
const UNTITLED: Readonly<Record<Language, string>> = { 'zh-CN': '动态', 'en-US': 'Post' };

const plain = (text: string): string => text.replace(NOT_XML, '');
const escaped = (text: string): string =>
  plain(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Plain text as HTML: a paragraph for each block, line ends stay. */
const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map((block) => `<p>${escaped(block.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');

function titleOf({ title, content, preview_text }: Post, language: Language): string {
  if (title !== '') return plain(title);
  const [line = ''] = (preview_text || content).trim().split('\n');
  const characters = [...plain(line)];
  if (characters.length === 0) return UNTITLED[language];
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : characters.join('');
}

/** RSS 2.0. A locked post has its teaser and a link, never its text. */
export function feedText({ creator, posts, origin, language, address, withTexts }: FeedOf): string {
  const page = `${origin}/a/${encodeURIComponent(creator.url_slug)}`;
  const newest = posts.reduce((latest, { edit_time }) => Math.max(latest, edit_time), 0);
  const feed = new Feed({
    title: plain(creator.name),
    description: plain(creator.intro),
    link: page,
    feed: address,
    language: language.toLowerCase(),
    updated: new Date(newest * 1000),
    generator: 'Fanwatt',
  });
  for (const post of posts) {
    const link = `${origin}/p/${post.post_id}`;
    const text = paragraphs(post.has_right && withTexts ? post.content : post.preview_text);
    const locked = post.has_right ? '' : `<p><a href="${escaped(link)}">${LOCKED[language]}</a></p>`;
    feed.addItem({
      title: titleOf(post, language),
      id: post.post_id,
      guid: post.post_id,
      link,
      date: new Date(post.publish_time * 1000),
      description: plain(post.preview_text),
      content: text + locked,
    });
  }
  return feed.rss2();
}
