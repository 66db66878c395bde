import type { DemoCreator } from './creator.ts';
import { eastCoast } from './sending.ts';

/** The demo account that `npm start` prints: with one of everything that can be on sale. */
export const forestDeer: DemoCreator = {
  name: '林间小鹿',
  slug: 'linjian',
  doing: '水彩插画与森林日记',
  detail:
    '我在山里画画，也把四季的颜色寄给你。\n\n每周一张新的水彩，每月一封手写信。赞助的钱用来买纸、颜料，还有给小鹿的胡萝卜。\n谢谢你来这里看看。',
  category_id: 'painting',
  language: 'zh-CN',
  hue: 152,
  spread: 46,
  fame: 22,
  since_days: 90,
  discount_option: 1,
  tiers: [
    { name: '一杯热茶', desc: '看到所有日记与草稿。', price: 600, weight: 6 },
    {
      name: '四季明信片',
      desc: '每月一张手绘明信片的高清原图，可作壁纸。',
      price: 3000,
      weight: 4,
      renews: true,
    },
    { name: '画室常客', desc: '每月作画全程录像、颜料清单与一次线上答疑。', price: 9800, weight: 1 },
  ],
  goods: [
    {
      name: '《雾中森林》版画',
      desc: '德国博更纸，微喷，带签名与编号。',
      motif: 'print',
      limit: { count: 2, days: -1 },
      sent: true,
      skus: [
        { name: 'A4 · 限量 300', price: 12800, stock: 300, weight: 5 },
        { name: 'A3 · 限量 30', price: 26800, stock: 30, weight: 3 },
      ],
    },
    {
      name: '2027 手绘月历',
      desc: '十二幅新画，硬壳台历。',
      motif: 'book',
      sent: true,
      limited: { percent: 80, from: -4, until: 3 },
      skus: [
        { name: '单本', price: 6800, stock: 400, weight: 9 },
        { name: '两本装', price: 12600, stock: 120, weight: 3 },
      ],
    },
    {
      name: '森林明信片',
      desc: '四张一套的手绘明信片，300 克棉纸，背面留白。',
      motif: 'print',
      sent: true,
      members: { tier: '四季明信片', percent: 70 },
      skus: [
        { name: '春 · 溪', price: 1600, stock: 260, weight: 4 },
        { name: '夏 · 蝉', price: 1600, stock: 240, weight: 3 },
        { name: '秋 · 果', price: 1600, stock: 180, weight: 4 },
        { name: '冬 · 雪', price: 1600, stock: 120, weight: 3 },
      ],
    },
    {
      name: '手刻藏书票',
      desc: '橡皮章手刻，一套六张，免运费。告诉我寄到哪里就好。',
      motif: 'book',
      asks_address: true,
      reply: '谢谢你收下它。每套都会写上编号，三天内寄出。',
      skus: [{ name: '一套六张', price: 3900, stock: 80, weight: 0 }],
    },
    {
      name: '森林水彩笔刷',
      desc: '我自己用的二十支数字笔刷，付款后马上收到激活码。',
      motif: 'star',
      skus: [
        {
          name: '全套笔刷',
          price: 4500,
          stock: null,
          weight: 0,
          content:
            '<p>安装：打开画图软件的笔刷库，导入 <b>forest-brushes</b>，填写激活码。</p><p>建议配合冷压纸纹理使用。</p>',
          lines: Array.from({ length: 9 }, (_, at) => `FOREST-BRUSH-26${String(at + 1).padStart(2, '0')}`),
        },
      ],
    },
  ],
  bundles: [
    {
      name: '四季任选两套',
      desc: '四套明信片里选两套，装在一个手折的信封里。',
      motif: 'print',
      price: 2600,
      stock: 120,
      choose: 2,
      sent: true,
      parts: [
        { goods: '森林明信片', sku: '春 · 溪' },
        { goods: '森林明信片', sku: '夏 · 蝉' },
        { goods: '森林明信片', sku: '秋 · 果' },
        { goods: '森林明信片', sku: '冬 · 雪' },
      ],
    },
    {
      name: '画室礼盒',
      desc: '月历、一张 A4 版画和冬天的明信片，打着麻绳的木盒。',
      motif: 'heart',
      price: 17_800,
      stock: 60,
      sent: true,
      members: { tier: '画室常客', percent: 90 },
      parts: [
        { goods: '2027 手绘月历', sku: '单本' },
        { goods: '《雾中森林》版画', sku: 'A4 · 限量 300' },
        { goods: '森林明信片', sku: '冬 · 雪' },
      ],
    },
  ],
  events: [
    {
      name: '山里的水彩下午',
      desc: '带上一件旧衣服，我们在溪边画到天黑。材料和热茶都有。\n\n集合地点在票上。',
      motif: 'star',
      rounds: [
        { day: 12, hour: 14 },
        { day: 13, hour: 14 },
      ],
      tickets: [
        { name: '第一天 · 成人', price: 16_800, stock: 20, weight: 4, round: 0 },
        { name: '第一天 · 亲子（一大一小）', price: 24_800, stock: 20, weight: 2, round: 0 },
        { name: '第二天 · 成人', price: 16_800, stock: 40, weight: 3, round: 1 },
      ],
    },
    {
      name: '秋日写生会',
      desc: '一起走到山谷里写生，午饭是自带的便当。实名入场，请带身份证。',
      motif: 'star',
      rounds: [
        { day: -6, hour: 9 },
        { day: 20, hour: 9 },
      ],
      tickets: [
        { name: '第一场', price: 6800, stock: 40, weight: 0, round: 0 },
        { name: '第二场', price: 6800, stock: 40, weight: 0, round: 1 },
      ],
    },
    {
      name: '年末画室开放日',
      desc: '实名入场，请带身份证。',
      motif: 'crown',
      sold_from: 2,
      rounds: [{ day: 38, hour: 10 }],
      tickets: [{ name: '入场券', price: 3000, stock: 60, weight: 0, round: 0 }],
    },
  ],
  sending: eastCoast,
};
