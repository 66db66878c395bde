import type { User } from '#services/contract/accounts/accounts.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { Album } from '#services/contract/content/albums.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { shareWords } from '#services/contract/content/share-words.ts';
import { both, type Sentence } from '../../http/language.ts';
import type { PageWords } from '../../http/pages/page-html.ts';

/** The heading and the text of the landing page, as its texts have them (web/src/locales/…/landing.json). */
export const LANDING_TITLE = both('让喜欢，\n成为创作者继续的力量', 'Power the creators \nyou love');
export const LANDING_TEXT = both(
  '粉丝按月赞助、直接购买作品；创作者专心创作，每一笔收入都清清楚楚。',
  'Fans sponsor by the month and buy directly. Creators focus on creating, and see where every cent comes from.',
);

/** The same of the pages that list creators, and posts (catalog-creators.json, relations-feed.json). */
export const LIST_WORDS = {
  '/explore': {
    title: both('发现创作者', 'Explore creators'),
    text: both(
      '选择喜欢的分类，找到值得长期支持的创作者。',
      'Pick a category and find creators worth supporting.',
    ),
  },
  '/cartoon': {
    title: both('动漫', 'Comics and animation'),
    text: both(
      '画漫画和做动画的创作者，以及他们最近的作品。',
      'Creators who draw comics and make animation, with their latest work.',
    ),
  },
  '/music': {
    title: both('音乐', 'Music'),
    text: both(
      '写歌、演奏和录音的创作者，以及他们最近的作品。',
      'Creators who write, play and record music, with their latest work.',
    ),
  },
  '/feed': {
    title: both('动态', 'Feed'),
    text: both('对所有人公开的动态会显示在这里。', 'Posts that are open to everyone appear here.'),
  },
} as const;

/** Pages about the product: the beginning of their texts (web/src/locales/…/*.json). */
export const INFO_WORDS: Readonly<Record<string, Record<'title' | 'text', Sentence>>> = {
  '/about': {
    title: both('关于 Fanwatt', 'About Fanwatt'),
    text: both(
      'Fanwatt 是创作者与粉丝之间的会员与赞助平台。',
      'Fanwatt is a membership and sponsorship platform for creators and fans.',
    ),
  },
  '/app': {
    title: both('在手机上使用 Fanwatt', 'Fanwatt on your phone'),
    text: both(
      '无需下载安装包，用手机浏览器打开即可使用全部功能。',
      'There is nothing to download: everything works in the browser of your phone.',
    ),
  },
  '/term': {
    title: both('用户协议', 'Terms of use'),
    text: both('使用 Fanwatt 前请仔细阅读本协议。', 'Please read these terms before you use Fanwatt.'),
  },
  '/privacy': {
    title: both('隐私政策', 'Privacy policy'),
    text: both(
      '本政策说明我们收集什么、为什么、保存多久，以及你有哪些权利。',
      'What we collect, why, for how long, and which rights you have.',
    ),
  },
  '/terms-of-crowdfunding': {
    title: both('众筹协议', 'Crowdfunding terms'),
    text: both('发起和支持众筹项目的约定。', 'Terms for starting and backing projects.'),
  },
};

/** An address on the web; empty for pictures that the pages draw themselves. */
const absolute = (path: string, origin: string): string =>
  path === '' || !URL.canParse(path, origin) ? '' : new URL(path, origin).href;

export const landingWords = (title: string, text: string): PageWords => ({
  title: title.replace('\n', ''),
  description: text,
  picture: '',
  heading: title,
  text,
});

export function creatorWords({ name, avatar, cover, creator }: User, origin: string): PageWords {
  const doing = creator?.doing ?? '';
  return {
    title: name,
    description: [doing, creator?.detail].filter(Boolean).join(' · '),
    picture: absolute(cover || avatar, origin),
    heading: name,
    text: doing,
  };
}

export function planWords({ name, desc, pic }: Plan, creator: User | undefined, origin: string): PageWords {
  // Descriptions of goods are rich text. Without `<` inside, a text of many of them takes no longer.
  const text = desc.replace(/<[^<>]*>/g, ' ');
  return {
    title: [name, creator?.name].filter(Boolean).join(' · '),
    description: text,
    picture: absolute(pic || creator?.cover || creator?.avatar || '', origin),
    heading: name,
    text,
  };
}

export const albumWords = ({ title, content, cover, user }: Album, origin: string): PageWords => ({
  title: `${title} · ${user.name}`,
  description: content,
  picture: absolute(cover || user.avatar, origin),
  heading: title,
  text: content,
});

/** The words of a post for everybody. Its picture has the address of the feed, which stays valid. */
export function postWords(post: Post, creator: User | undefined, origin: string): PageWords {
  const { title, description } = shareWords(post);
  const { user, is_public, cover, pics, post_id } = post;
  const picture = cover ?? pics[0];
  const isOpen = is_public && creator?.creator?.can_copy_pic === true && picture !== undefined;
  return {
    title: title || user.name,
    description,
    picture: absolute(
      isOpen ? `/rss/${user.url_slug}/${post_id}/${picture.file_id}` : creator?.cover || user.avatar,
      origin,
    ),
    heading: post.title || user.name,
    text: description,
  };
}
