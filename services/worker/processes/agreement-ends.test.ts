import { expect, it } from 'vitest';
import { asOutTradeNo, chargeIdOf } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { agreementStream } from '#events/stream-names.ts';
import { newest } from '#events/testing/newest-events.ts';
import type { PaymentProvider } from '#services/modules/payments/provider.ts';
import { answeringInTime } from '#services/runtime/deadline.ts';
import type { Process } from '../process.ts';
import { agreementEnds } from './agreement-ends.ts';

const { creator_id, user_id, plan_id } = newest.AgreementMade;
const [first, second] = [asOutTradeNo('1'), asOutTradeNo('2')];
const recorded = (position: number, event: object) =>
  ({ ...event, position, id: `event ${position}`, recorded_at: 0, metadata: { at: 0 } }) as RecordedEvent;
const made = (position: number, out_trade_no: string) =>
  recorded(position, { type: 'AgreementMade', data: { ...newest.AgreementMade, out_trade_no } });
const offered = (position: number, out_trade_no: string) =>
  recorded(position, { type: 'AgreementOffered', data: { ...newest.AgreementOffered, out_trade_no } });
const ended = (position: number) =>
  recorded(position, { type: 'AgreementEnded', data: { creator_id, user_id, plan_id, reason: 'fan' } });
/** Fires the timers of events of one stream. */
function firing(events: readonly RecordedEvent[], provider: PaymentProvider) {
  const log = {
    readStreams: async () => ({
      events: new Map([[agreementStream(plan_id, user_id), events]]),
      rest: [],
    }),
  } as unknown as EventLog; // reads one stream
  const process: Process = agreementEnds({ log, payments: { provider: () => provider } });
  return async (event: RecordedEvent | undefined) => {
    const change = event && process.timerFor(event);
    if (!change || !('set' in change)) throw new Error('no timer');
    return process.fire({ key: change.key, attempts: 0, ...change.set }, 0);
  };
}

it('each end is of its own agreement; without an answer the same call is repeated', async () => {
  /** Agreed, ended, agreed again, ended again. */
  const events = [made(1, first), ended(2), made(3, second), ended(4)];
  const calls: string[] = [];
  const provider = answeringInTime(
    {
      async endAgreement(charge: string) {
        calls.push(charge);
        return calls.length === 1 ? new Promise<never>(() => undefined) : undefined;
      },
    },
    ['endAgreement'],
    10,
  ) as PaymentProvider;
  const fire = firing(events, provider);
  await expect(fire(events[1])).rejects.toThrow('no answer');
  expect(await fire(events[1])).toBe('done');
  expect(await fire(events[3])).toBe('done');
  expect(calls).toEqual([first, first, second].map((number) => chargeIdOf(number, 1)));
});

it('a consent ends when the fan agrees again with a later order, unless it became an agreement', async () => {
  const third = asOutTradeNo('3');
  const events = [offered(1, first), offered(2, second), made(3, second), ended(4), offered(5, third)];
  const calls: string[] = [];
  const provider = { endAgreement: async (charge: string) => void calls.push(charge) };
  const fire = firing(events, provider as unknown as PaymentProvider);
  for (const event of [events[0], events[1], events[4]]) expect(await fire(event)).toBe('done');
  expect(calls).toEqual([chargeIdOf(first, 1)]);
});
