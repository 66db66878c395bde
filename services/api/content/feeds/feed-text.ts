import { Feed } from 'feed';
import type { Post } from '#services/contract/content/posts.ts';
import { shareWords } from '#services/contract/content/share-words.ts';
import type { ShownFile } from '#services/contract/media/media.ts';
import type { Language } from '../../http/language.ts';
import { type Copying, feedFileName, feedFilesOf } from './feed-files.ts';

interface FeedOf {
  creator: { name: string; intro: string; url_slug: string };
  /** Newest first. */
  posts: readonly Post[];
  /** Scheme and host of the installation. */
  origin: string;
  language: Language;
  /** The feed's own address. */
  address: string;
  /** Without it, feeds have teasers only. */
  copying: Copying;
  /** The feed's address without its query, and the query of its key, for addresses of files. */
  files: { base: string; query: string };
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

const enclosed = ({ type, bytes, seconds }: ShownFile, url: string) => ({
  url,
  type,
  length: bytes,
  ...(seconds > 0 && { duration: Math.round(seconds) }),
});

function titleOf({ title, content, preview_text }: Post, language: Language): string {
  if (title !== '') return plain(title);
  const [line = ''] = (preview_text || content).trim().split('\n');
  const characters = [...plain(line)];
  if (characters.length === 0) return UNTITLED[language];
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join('')}…` : characters.join('');
}

/** RSS 2.0. A locked post has its teaser and a link, never its text. */
export function feedText({ creator, posts, origin, language, address, copying, files }: FeedOf): string {
  const page = `${origin}/a/${encodeURIComponent(creator.url_slug)}`;
  const newest = posts.reduce((latest, { edit_time }) => Math.max(latest, edit_time), 0);
  const addressOf = ({ post_id }: Post, file: ShownFile): string =>
    `${files.base}/${post_id}/${feedFileName(file)}${files.query}`;
  const filesOf = new Map(posts.map((post) => [post, feedFilesOf(post, copying)]));
  const feed = new Feed({
    title: plain(creator.name),
    description: plain(creator.intro),
    link: page,
    feed: address,
    language: language.toLowerCase(),
    updated: new Date(newest * 1000),
    generator: 'Fanwatt',
    author: { name: plain(creator.name) },
    // Names of podcast apps, such as the length of a sound.
    podcast: [...filesOf.values()].some(({ enclosure }) => enclosure?.kind === 'audio'),
  });
  for (const [post, { pictures, enclosure }] of filesOf) {
    const link = `${origin}/p/${post.post_id}`;
    const text = paragraphs(post.has_right && copying.can_copy_text ? post.content : post.preview_text);
    const drawn = pictures
      .map((file) => `<p><img src="${escaped(addressOf(post, file))}" alt=""></p>`)
      .join('');
    const locked = post.has_right ? '' : `<p><a href="${escaped(link)}">${LOCKED[language]}</a></p>`;
    feed.addItem({
      title: plain(post.share_title) || titleOf(post, language),
      id: post.post_id,
      guid: post.post_id,
      link,
      date: new Date(post.publish_time * 1000),
      description: plain(
        copying.can_copy_text ? shareWords(post).description : post.share_text || post.preview_text,
      ),
      content: text + drawn + locked,
      ...(enclosure && { [enclosure.kind]: enclosed(enclosure, addressOf(post, enclosure)) }),
    });
  }
  return feed.rss2();
}
