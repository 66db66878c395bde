import { expect, it } from 'vitest';
import { answeringInTime, inTime, NoAnswerInTime } from './deadline.ts';

const never = new Promise<never>(() => undefined);

it('an answer in time is returned unchanged', async () => {
  expect(await inTime(Promise.resolve(7), 1_000, 'seven')).toBe(7);
  await expect(inTime(Promise.reject(new Error('no')), 1_000, 'no')).rejects.toThrow('no');
});

it('a missing answer rejects, and names the call', async () => {
  await expect(inTime(never, 5, 'refund')).rejects.toThrow(NoAnswerInTime);
  await expect(inTime(never, 5, 'refund')).rejects.toThrow('refund: no answer in 5 ms');
});

it('a port keeps its own methods and their receiver', async () => {
  const port = {
    name: 'slow',
    pay: () => never,
    async ask(this: { name: string }, what: string) {
      return `${this.name} ${what}`;
    },
    judge: () => 'genuine',
  };
  const timed = answeringInTime(port, ['pay', 'ask'], 5);
  expect(await timed.ask('a')).toBe('slow a');
  expect(timed.judge()).toBe('genuine');
  await expect(timed.pay()).rejects.toThrow(NoAnswerInTime);
});
