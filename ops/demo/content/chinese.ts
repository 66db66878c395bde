import type { DemoCreator } from './creator.ts';
import { forestDeer } from './forest-deer.ts';
import { eastCoast } from './sending.ts';

/** Creators who write Chinese. The first one is the demo account that `npm start` prints. */
export const chineseCreators: readonly DemoCreator[] = [
  forestDeer,
  {
    name: '老周讲物理',
    slug: 'laozhou',
    doing: '给大人看的物理课',
    detail:
      '二十年中学物理教师。把教科书里没讲明白的地方，用一支粉笔讲明白。\n\n所有视频免费，赞助的朋友可以拿到讲义和习题。',
    category_id: 'science',
    language: 'zh-CN',
    hue: 214,
    spread: 30,
    fame: 17,
    since_days: 90,
    discount_option: 1,
    tiers: [
      { name: '旁听生', desc: '每期讲义 PDF。', price: 1000, weight: 7 },
      {
        name: '正式学员',
        desc: '讲义、习题与每周答疑。',
        price: 3900,
        weight: 3,
        limited: { percent: 80, from: -2, until: 5 },
      },
      {
        name: '全年学员',
        desc: '一次付一年，习题有批改。',
        price: 3900,
        weight: 1,
        period: { months: 12, price: 39_800 },
      },
    ],
    goods: [
      {
        name: '《三分钟力学》电子书',
        desc: '126 页，PDF 与 EPUB。',
        motif: 'book',
        skus: [{ name: '电子书', price: 2800, stock: null, weight: 6 }],
      },
    ],
  },
  {
    name: '阿橘和她的猫',
    slug: 'ajuanimao',
    doing: '四格漫画，每天一更',
    detail: '一个人、三只猫、一间漏水的出租屋。\n每天早上八点更新。',
    category_id: 'comic',
    language: 'zh-CN',
    hue: 26,
    spread: 24,
    fame: 19,
    since_days: 90,
    discount_option: 0,
    tiers: [
      { name: '小鱼干', desc: '提前三天看更新。', price: 500, weight: 9 },
      { name: '猫罐头', desc: '提前看，还有每月番外。', price: 1500, weight: 4 },
      { name: '猫爬架', desc: '番外里出现你家的猫。', price: 6600, weight: 1 },
    ],
    goods: [
      {
        name: '橘猫亚克力立牌',
        desc: '双面印刷，高 10 厘米。',
        motif: 'craft',
        limit: { count: 3, days: 30 },
        remark: '想要阿橘画的表情（可不填）',
        skus: [
          { name: '打哈欠', price: 3900, stock: 150, weight: 5 },
          { name: '偷鱼', price: 3900, stock: 60, weight: 6 },
          { name: '三只一套', price: 9900, stock: 90, weight: 4 },
        ],
      },
      {
        name: '单行本第一卷',
        desc: '240 页，随书附贴纸。',
        motif: 'book',
        skus: [{ name: '签名版', price: 4800, stock: 200, weight: 6 }],
      },
    ],
    bundles: [
      {
        name: '三只猫的周末',
        desc: '单行本第一卷加两只立牌，比单买便宜一顿小鱼干。',
        motif: 'book',
        price: 10_900,
        stock: null,
        parts: [
          { goods: '单行本第一卷', sku: '签名版' },
          { goods: '橘猫亚克力立牌', sku: '打哈欠' },
          { goods: '橘猫亚克力立牌', sku: '偷鱼' },
        ],
      },
    ],
  },
  {
    name: '半导体乐队',
    slug: 'bandaoti',
    doing: '卧室里的电子乐',
    detail: '两个人，一张桌子，一堆旧合成器。\n每个月发一首新歌的分轨。',
    category_id: 'music',
    language: 'zh-CN',
    hue: 286,
    spread: 60,
    fame: 9,
    since_days: 74,
    discount_option: 1,
    tiers: [
      { name: '听众', desc: '提前听与无损下载。', price: 800, weight: 5 },
      { name: '混音师', desc: '每首歌的分轨工程。', price: 4500, weight: 2 },
    ],
    goods: [
      {
        name: '《夜行公交》黑胶',
        desc: '180 克，首版 120 张。',
        motif: 'music',
        limit: { count: 1, days: -1 },
        skus: [{ name: '首版', price: 19_900, stock: 40, weight: 5 }],
      },
      {
        name: '采样包 第三辑',
        desc: '旧收音机、雨声和一台坏掉的鼓机。',
        motif: 'music',
        skus: [{ name: '下载', price: 3600, stock: null, weight: 3 }],
      },
    ],
    events: [
      {
        name: '卧室演唱会',
        desc: '一张桌子、四十把椅子。门开之前请轻声。',
        motif: 'music',
        members: { tier: '混音师', percent: 80 },
        rounds: [
          { day: 6, hour: 20 },
          { day: 27, hour: 20 },
        ],
        tickets: [
          { name: '第一场 · 坐票', price: 8800, stock: 40, weight: 5, round: 0 },
          { name: '第二场 · 坐票', price: 8800, stock: 40, weight: 3, round: 1 },
          { name: '第二场 · 地毯', price: 4800, stock: 15, weight: 3, round: 1 },
        ],
      },
    ],
  },
  {
    name: '慢火厨房',
    slug: 'manhuo',
    doing: '一个人的饭也要好好做',
    detail: '每周三个菜谱，都是能在一口小锅里完成的。',
    category_id: 'video',
    language: 'zh-CN',
    hue: 8,
    spread: 34,
    fame: 8,
    since_days: 66,
    discount_option: 0,
    tiers: [
      { name: '添一双筷子', desc: '菜谱 PDF 与采购清单。', price: 900, weight: 6 },
      { name: '灶台边', desc: '每月一次直播同做一道菜。', price: 2900, weight: 2 },
    ],
    goods: [
      {
        name: '慢火辣酱',
        desc: '小批量，每月只做一锅。',
        motif: 'food',
        limit: { count: 4, days: 30 },
        sent: true,
        skus: [
          { name: '微辣 200g', price: 3200, stock: 180, weight: 4 },
          { name: '够辣 200g', price: 3200, stock: 110, weight: 5 },
        ],
      },
    ],
    sending: eastCoast,
  },
  {
    name: '青禾陶舍',
    slug: 'qinghe',
    doing: '柴烧陶器，一窑一会',
    detail: '在景德镇的山脚下烧窑。一年四窑，每窑都不一样。',
    category_id: 'craft',
    language: 'zh-CN',
    hue: 74,
    spread: 26,
    fame: 5,
    since_days: 58,
    discount_option: 0,
    tiers: [{ name: '窑边的凳子', desc: '开窑的照片，先看先选。', price: 2000, weight: 3 }],
    goods: [
      {
        name: '秋窑 主人杯',
        desc: '每只落灰不同，随机发出。',
        motif: 'craft',
        limit: { count: 2, days: -1 },
        skus: [
          { name: '小 · 90ml', price: 16_800, stock: 36, weight: 4 },
          { name: '大 · 150ml', price: 22_800, stock: 24, weight: 3 },
        ],
      },
      {
        name: '冬窑 预留',
        desc: '还没开窑，先藏着。',
        motif: 'craft',
        hidden: true,
        skus: [{ name: '花器', price: 36_000, stock: 12, weight: 0 }],
      },
    ],
  },
];
