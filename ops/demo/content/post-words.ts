/** Texts of the demo's posts. `{s}` is one of the creator's subjects. */
interface PostWords {
  /** For everybody. */
  open: readonly string[];
  /** For members; the first line is the teaser. */
  members: readonly string[];
  /** Articles: title, then paragraphs. What is before the second paragraph is the teaser. */
  articles: readonly (readonly string[])[];
}

const chinese: PostWords = {
  open: [
    '这周的主题是{s}。还在调整细节，先给大家看一眼进度。',
    '{s}，终于有了自己满意的样子。谢谢一路等着的你们。',
    '整理旧文件夹，翻到三年前做的{s}。那时候真敢下手。',
    '收到一封很长的来信，说是因为{s}才开始关注我的。今天一整天都很开心。',
    '下周要出门几天，回来继续做{s}。评论我都会看。',
    '有人问{s}用了多久。答案是：四个晚上，外加两次推倒重来。',
    '今天状态不好，只做完了{s}的一小部分。慢一点也没关系。',
    '{s}的投票结果出来了，大家选的和我想的完全相反，就按你们的来。',
    '分享一个小窍门：做{s}的时候，先停下来看十分钟，再动手。',
    '早上六点起来赶{s}，窗外还是黑的，咖啡已经第二杯。',
    '新一批已经打包好，明天寄出。包裹里夹了一张{s}的小卡片。',
    '如果只能留下一件今年的作品，我会选{s}。',
  ],
  members: [
    '{s}的完整过程，放在这里。\n从第一稿到定稿一共十一步，每一步我都写了为什么这么做，以及哪里差点失败。',
    '会员专属：{s}的高清版本。\n可以自己打印，也可以当壁纸。请不要转发到别处，谢谢。',
    '关于{s}，有些话只想和你们说。\n这一次差点放弃。后来是你们上个月的留言让我重新打开了文件。',
    '{s}的失败稿合集。\n一共七张，第三张是我最舍不得删的，颜色对了，但故事不对。',
    '下个月的计划，会员先看。\n重点是{s}：前两周做准备，第三周公开，第四周开一次答疑。',
    '{s}的材料和预算清单。\n我把每一笔都列出来了，有三样其实可以买便宜的替代品。',
    '答疑整理：你们问得最多的是{s}。\n挑了八个问题认真回答，最长的一个写了六百字。',
    '提前一周放出{s}。\n正式发布在下周五，这几天欢迎挑毛病，改好的地方我会写上你的名字。',
  ],
  articles: [
    [
      '做{s}的这一年',
      '去年这个时候，我还不知道{s}会占去我大半的时间。回头看，每一步都像是碰巧，又好像早就决定了。',
      '最难的不是开始，而是第三个月。新鲜感没了，进步又看不见。我的办法很笨：每天只做半小时，做完就记一行字。',
      '记到第九十行的时候，我翻回第一行，发现问题早已不是同一个问题。这比任何夸奖都有用。',
      '接下来我想把它做得更小、更准。如果你也在坚持一件事，希望这篇能陪你走一小段。',
    ],
    [
      '从零开始的{s}',
      '很多人问{s}要怎么入门。我把自己走过的弯路写下来，省得你再走一遍。',
      '第一件事：别急着买工具。先用手边的东西做三次，知道哪里不顺手，再决定花钱。',
      '第二件事：找一个能每周给你一句真话的人。不用多专业，只要诚实。',
      '第三件事：允许自己做得难看。前二十个作品都是学费，留着，以后会笑着看。',
    ],
    [
      '关于{s}的十个细节',
      '细节不会让{s}变成杰作，但没有细节，它一定不是。',
      '光线、温度、节奏、停顿……这些词听起来很玄，落到手上却都是可以量的。我把常用的数值写在文末。',
      '其中第七条花了我最久：什么时候该停。我的判断标准是，再动一下会不会只是因为不放心。',
    ],
  ],
};

const english: PostWords = {
  open: [
    'This week is all about {s}. Still rough at the edges, but here is where it stands.',
    'Finally happy with {s}. Thank you for waiting so patiently.',
    'Cleaning up old folders I found my first try at {s}. I was brave, three years ago.',
    'A long letter arrived today from somebody who found me through {s}. It made my week.',
    'Away for a few days. When I am back, more of {s}. I read every comment.',
    'People ask how long {s} took. Four evenings, and two fresh starts.',
    'A slow day. Only a small part of {s} got done, and that is fine.',
    'The vote about {s} is over. You chose the opposite of my favourite, so yours it is.',
    'A small trick for {s}: look for ten minutes before you touch anything.',
    'Up at six for {s}. It is dark outside and this is the second coffee.',
    'The next parcels are packed and leave tomorrow, each with a card about {s}.',
    'If I could keep one thing from this year, it would be {s}.',
  ],
  members: [
    'How {s} was made, from start to end.\nEleven steps, with the reason for each, and the two places where it nearly failed.',
    'For members: {s} in full size.\nPrint it or use it as a wallpaper. Please keep it among us.',
    'Something about {s} that I only want to tell you.\nI almost gave up on this one. Your notes from last month made me open the file again.',
    'The failed versions of {s}.\nSeven of them. The third hurts most: the colours are right and the story is not.',
    'Next month’s plan, for members first.\nMostly {s}: two weeks of preparation, then the release, then an evening of questions.',
    'Materials and costs of {s}.\nEverything is on the list. Three of the items have cheaper twins that work as well.',
    'Your questions about {s}, answered.\nEight of them. The longest answer has six hundred words.',
    '{s}, one week early.\nThe release is next Friday. Tell me what is wrong with it and your name goes into the notes.',
  ],
  articles: [
    [
      'A year of {s}',
      'A year ago I did not know that {s} would take most of my time. Looking back, each step was luck, and somehow none of it was.',
      'The start was not the hard part. The third month was: the novelty had gone and the progress was invisible. So I did half an hour a day and wrote down one line about it.',
      'At line ninety I turned back to line one. The problems were no longer the same problems. No praise has ever helped me more.',
      'Next I want to make it smaller and more precise. If you are keeping at something too, I hope this keeps you company for a while.',
    ],
    [
      'Starting {s} from nothing',
      'Many of you ask how to begin with {s}. Here are my detours, so that you can skip them.',
      'First: do not buy tools. Do it three times with what you have. Then you know what is in your way.',
      'Second: find one person who tells you the truth every week. An expert is not needed, only honesty.',
      'Third: allow it to be ugly. The first twenty are tuition. Keep them; you will smile later.',
    ],
    [
      'Ten details of {s}',
      'Details do not make {s} great. Without them it never is.',
      'Light, warmth, rhythm, pause: the words sound vague, and each can be measured. My usual numbers are at the end.',
      'Number seven took me longest: when to stop. I ask whether the next change is for the work or for my nerves.',
    ],
  ],
};

export const postWords = { 'zh-CN': chinese, 'en-US': english } as const;

/** What each creator writes about, by the address of the page. Those who are missing publish nothing. */
export const postSubjects: Readonly<Record<string, readonly string[]>> = {
  linjian: [
    '雨后的山路',
    '溪边的石头',
    '雾里的松林',
    '第一朵杜鹃',
    '傍晚的鸟群',
    '窗外的银杏',
    '集市上的小狗',
    '初霜的早晨',
    '月历的十二月',
    '小鹿的背影',
  ],
  ajuanimao: [
    '阿橘偷鱼那一话',
    '下雨天的纸箱',
    '邻居家的布偶猫',
    '洗澡大战',
    '深夜的开罐声',
    '阳台晒太阳',
    '体重秤风波',
    '搬家那天',
  ],
  bandaoti: [
    '《夜行公交》的前奏',
    '新歌的鼓组',
    '那段延迟吉他',
    '现场版混音',
    '一盘旧磁带',
    '雨声采样',
    '合成器的第三个振荡器',
    '人声和声',
  ],
  manhuo: [
    '一碗葱油面',
    '番茄炖牛腩',
    '周日的红烧肉',
    '剩饭的三种吃法',
    '冬天的砂锅',
    '外婆的腌笃鲜',
    '辣酱的新配方',
    '早餐鸡蛋',
  ],
  qinghe: [
    '秋窑的主人杯',
    '落灰的那一面',
    '新挖的陶土',
    '一只裂了的壶',
    '釉里的月亮',
    '第三天的窑火',
    '手捏的小碟',
    '冬窑的试片',
  ],
  harbour: [
    'the night ferry',
    'the harbour in fog',
    'a crane at two in the morning',
    'rain on the pier',
    'the last fishing boat',
    'the lighthouse in March',
    'a closed ticket office',
    'the tide at dawn',
  ],
  tinrobot: [
    'the paper moon level',
    'the new jump',
    'a tiny robot with a broken arm',
    'the save screen',
    'the rain shader',
    'the second boss',
    'the sound of small steps',
    'the shop on the hill',
  ],
  lateradio: [
    'the hum of a fridge',
    'an empty tram',
    'the sea under ice',
    'a lift from 1962',
    'the episode about clocks',
    'a field at four',
    'wires in the wind',
    'the last phone box',
  ],
  martawrites: [
    'chapter twenty',
    'the letter in chapter nine',
    'the house by the canal',
    'the map of the town',
    'a scene I cut',
    'the brother’s secret',
    'the winter part',
    'the first sentence',
  ],
  oakneedle: [
    'walnut brown',
    'the cable pattern',
    'a shawl for the sea',
    'the madder bath',
    'the first snow socks',
    'weld yellow',
    'a mended elbow',
    'the lace edge',
  ],
};
