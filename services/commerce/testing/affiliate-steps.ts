import { DAY_MS } from '#events/time.ts';
import { changeCode, openCode } from './affiliate-code-steps.ts';
import type { AffiliateHistory } from './affiliate-history.ts';
import { turnMonth, withdraw } from './affiliate-money-steps.ts';
import { cancel, pay, place, refund } from './affiliate-order-steps.ts';
import type { Step } from './affiliate-step.ts';

const STEPS: Readonly<Record<Step['do'], (history: AffiliateHistory, one: Step) => void>> = {
  ...{ open: openCode, change: changeCode, pause: changeCode, resume: changeCode, close: changeCode },
  ...{ place, pay, cancel, refund, month: turnMonth, withdraw },
  'half a day': ({ memory }) => {
    memory.now += DAY_MS / 2;
  },
};

export function takeStep(history: AffiliateHistory, one: Step): void {
  STEPS[one.do](history, one);
  history.note();
}
