import type { DataOf } from '#events/registry.ts';
import type { CaseMove } from '#services/commerce/cases/move-case.ts';

/** What a side does, so many hours after it was paid. */
type Step = { hours: number } & (
  | { move: CaseMove; by: 'fan' | 'creator' | 'staff'; text: string }
  /** `second_above`: a refund that needs a second person. */
  | { refund: number; by: 'creator' | 'staff'; text: string; second_above?: number }
);

/** What a fan asks for about a purchase, and how it goes on. */
export interface DemoCase extends Pick<DataOf<'CaseOpened'>, 'kind' | 'topic'> {
  hours: number;
  text: string;
  steps: readonly Step[];
}

const asked = (topic: DemoCase['topic'], text: string, ...steps: DemoCase['steps']): DemoCase => ({
  kind: topic === 'other' ? 'help' : 'refund',
  topic,
  hours: 20,
  text,
  steps,
});
const declined = {
  hours: 26,
  move: 'decline',
  by: 'creator',
  text: '寄出前逐张检查并拍过照，没有折痕。',
} as const;
const passedOn = { hours: 30, move: 'pass_on', by: 'fan', text: '' } as const;

/** Of orders of the printed creator, with how many days ago they were placed: one or two in each state. */
export const demoRequests: readonly (readonly [days: number, request: DemoCase])[] = [
  [1.5, asked('not_received', '物流显示已签收，但我没有收到包裹。')],
  [
    2.4,
    asked('other', '可以把寄往的地址改成公司吗？', {
      hours: 22,
      move: 'message',
      by: 'creator',
      text: '可以，请把新地址填在订单里，我明天上午寄出。',
    }),
  ],
  [3.2, asked('damaged', '收到时信封湿了，有两张明信片起皱。', declined)],
  [
    3.4,
    asked('damaged', '其中一张有明显的折痕，照片已发在私信里。', declined, passedOn, {
      hours: 40,
      move: 'message',
      by: 'staff',
      text: '已收到双方说明，正在核对物流记录。',
    }),
  ],
  [
    4,
    asked('wrong_item', '下单的是“秋 · 果”，收到的是“夏 · 蝉”。', declined, passedOn, {
      hours: 44,
      refund: 1_600,
      by: 'staff',
      text: '核对发货照片，确认发错',
      second_above: 1_000,
    }),
  ],
  [
    9,
    asked('wrong_item', '少了一张“冬 · 雪”。', {
      hours: 24,
      refund: 400,
      by: 'creator',
      text: '抱歉，漏装了一张，先退这张的钱。',
    }),
  ],
  [12, asked('unwanted', '拍重了，想退一套。', { hours: 21, move: 'close', by: 'fan', text: '' })],
];
