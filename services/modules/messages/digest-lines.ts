import type { NoticeKind } from '#services/contract/notices/notices.ts';
import type { MessageLanguage } from './messages.ts';
import { plainName } from './plain-name.ts';

/** What is new for a person, as a mail names it: without texts of comments and posts. */
export interface Digest {
  /** The newest first. */
  notices: readonly { kind: NoticeKind; title: string; names: readonly string[]; hasMoreNames: boolean }[];
  posts: readonly { creator: string; title: string }[];
  /** Whether there is more than it lists. */
  hasMore: boolean;
}

type Words = Readonly<Record<NoticeKind | 'post' | 'untitled' | 'others' | 'more' | 'comma', string>>;

const WORDS: Readonly<Record<MessageLanguage, Words>> = {
  'zh-CN': {
    comment: '{names}评论了你的动态{title}',
    reply: '{names}回复了你在{title}下的评论',
    mention: '{names}在{title}的评论中提到了你',
    like: '{names}赞了你的动态{title}',
    comment_like: '{names}赞了你在{title}下的评论',
    post: '{names}发布了{title}',
    untitled: '（无标题）',
    others: '等人',
    more: '还有更多',
    comma: '、',
  },
  'en-US': {
    comment: '{names} commented on your post {title}',
    reply: '{names} replied to your comment on {title}',
    mention: '{names} mentioned you in a comment on {title}',
    like: '{names} liked your post {title}',
    comment_like: '{names} liked your comment on {title}',
    post: '{names} published {title}',
    untitled: '(untitled)',
    others: ' and others',
    more: 'And more',
    comma: ', ',
  },
};

/** A line for each. What other people typed has no address: plain-name.ts. */
export function digestLines(language: MessageLanguage, { notices, posts, hasMore }: Digest): string[] {
  const words = WORDS[language];
  const [open, close] = language === 'zh-CN' ? ['《', '》'] : ['“', '”'];
  const lineOf = (text: string, names: readonly string[], others: string, title: string): string => {
    const people = names.map(plainName).join(words.comma) + others;
    const name = plainName(title);
    const values: Readonly<Record<string, string>> = {
      names: people,
      title: name === '' ? words.untitled : open + name + close,
    };
    return `· ${text.replace(/\{(\w+)\}/g, (_, of: string) => values[of] ?? '')}`;
  };
  return [
    ...notices.map(({ kind, title, names, hasMoreNames }) =>
      lineOf(words[kind], names, hasMoreNames ? words.others : '', title),
    ),
    ...posts.map(({ creator, title }) => lineOf(words.post, [creator], '', title)),
    ...(hasMore ? [`· ${words.more}`] : []),
  ];
}
