import type { DemoCreator } from './creator.ts';

interface CommentWords {
  comments: readonly string[];
  /** Of the creator */
  answers: readonly string[];
  /** Of fans to each other */
  replies: readonly string[];
  /** Of fans who mention another one, in the place of `{fan}` */
  mentions: readonly string[];
}

export const commentWords: Readonly<Record<DemoCreator['language'], CommentWords>> = {
  'zh-CN': {
    comments: [
      '等了好久，终于更新了！',
      '这一期真的很用心，辛苦了。',
      '第一次留言，从去年开始一直在看。',
      '看完心情好了很多，谢谢分享。',
      '请问后面还会做这个系列吗？',
      '已经推荐给身边的朋友了。',
      '细节太棒了，放大看了好几遍。',
      '下班路上看到的，治愈的一天。',
      '想知道用的是什么工具，方便说说吗？',
      '支持！慢慢来，不着急。',
      '这张可以做壁纸吗？太喜欢了。',
      '每次更新都像收到一封信。',
    ],
    answers: [
      '谢谢你一直都在！',
      '会的，下个月还有一期。',
      '工具我会单独写一篇，敬请期待。',
      '当然可以，自己用没问题。',
      '看到这条很开心，谢谢。',
    ],
    replies: ['同感！', '我也想知道。', '已经蹲了好久了。', '上一期也特别好看。'],
    mentions: ['{fan} 快来看，你肯定喜欢！', '上次说的就是这个 {fan}', '{fan} 你也觉得是同一个系列吗？'],
  },
  'en-US': {
    comments: [
      'Worth the wait. Thank you!',
      'You can see how much care went into this one.',
      'First time commenting, I have been here since last year.',
      'This made my day.',
      'Will there be more of this series?',
      'Just sent this to two friends.',
      'The details are great. I looked at it three times.',
      'Which tools did you use?',
      'Take your time, we are not going anywhere.',
      'Each update feels like a letter.',
    ],
    answers: [
      'Thank you for being here!',
      'Yes, the next part comes next month.',
      'I will write a post about the tools soon.',
      'So happy to read this.',
    ],
    replies: ['Same here!', 'I would like to know that, too.', 'The last one was great as well.'],
    mentions: [
      '{fan} come and see this!',
      'This is the one I told you about, {fan}.',
      '{fan} is it the same series?',
    ],
  },
};
