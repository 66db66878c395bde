import { chineseCreators } from './chinese.ts';
import type { DemoCreator } from './creator.ts';
import { englishCreators } from './english.ts';

/** The steps of a withdrawal, with their hours after the request. */
export type Step = { hours: number } & (
  | { do: 'approve' }
  /** Of a large one, where a second person has to approve as well: the one who did cannot do it twice. */
  | { do: 'approve_first'; note: string }
  | { do: 'approve_second' }
  | { do: 'reject'; note: string }
  | { do: 'retry'; note: string }
  | { do: 'send' }
  | { do: 'paid'; attempt: number }
  | { do: 'failed'; attempt: number; cause: 'limit_reached' | 'account_unknown' }
);
export type Fate = readonly Step[];

/** A creator withdraws a share of the available balance on a day of the month. */
export interface Cashing {
  creator: DemoCreator;
  day: number;
  /** Of the day, 0 to 23. */
  hour: number;
  percent: number;
  fate: Fate;
}

const creators = [...chineseCreators, ...englishCreators];

const paid: Fate = [
  { do: 'approve', hours: 3 },
  { do: 'send', hours: 3.05 },
  { do: 'paid', attempt: 1, hours: 3.1 },
];
const failed: Fate = [
  { do: 'approve', hours: 3 },
  { do: 'send', hours: 3.05 },
  { do: 'failed', attempt: 1, cause: 'limit_reached', hours: 3.1 },
];
const paidAfterAll: Fate = [
  ...failed,
  { do: 'retry', note: '收款方已提高限额', hours: 27 },
  { do: 'send', hours: 27.05 },
  { do: 'paid', attempt: 2, hours: 27.1 },
];
const rejected: Fate = [{ do: 'reject', note: '收款人姓名与认证信息不符，请更新后再申请', hours: 5 }];
const contradicted: Fate = [...paid, { do: 'failed', attempt: 1, cause: 'account_unknown', hours: 30 }];
const waiting: Fate = [];
const waitingForSecond: Fate = [{ do: 'approve_first', note: '已致电核实', hours: 2 }];

/** Months that are long over: nearly everything was paid. */
const usual = (creator: DemoCreator, index: number): Cashing => ({
  creator,
  day: 2 + ((index * 5) % 11),
  hour: 9 + (index % 9),
  percent: 60 + ((index * 13) % 41),
  fate: index === 4 ? paidAfterAll : index === 5 ? rejected : paid,
});

/** The present month: something of everything that finance has to look at. */
const OF_THE_MONTH: Readonly<Record<number, readonly Omit<Cashing, 'creator'>[]>> = {
  0: [
    { day: 2, hour: 11, percent: 40, fate: paid },
    { day: 3, hour: 15, percent: 25, fate: failed },
  ],
  1: [{ day: 1, hour: 14, percent: 100, fate: waitingForSecond }],
  2: [{ day: 2, hour: 10, percent: 70, fate: contradicted }],
  3: [{ day: 2, hour: 16, percent: 50, fate: waiting }],
  4: [{ day: 1, hour: 17, percent: 80, fate: failed }],
  5: [{ day: 2, hour: 12, percent: 90, fate: rejected }],
  6: [{ day: 1, hour: 20, percent: 65, fate: paid }],
  7: [{ day: 3, hour: 9, percent: 35, fate: waiting }],
};

/** The withdrawals of a month by day. @param newest the month in which the demo is made */
export function scenesOf(newest: boolean): Cashing[] {
  const scenes = newest
    ? creators.flatMap((creator, index) =>
        (OF_THE_MONTH[index] ?? []).map((scene) => ({ creator, ...scene })),
      )
    : creators.filter((_, index) => index % 4 !== 3).map(usual);
  return scenes.toSorted((a, b) => a.day - b.day || a.hour - b.hour);
}
