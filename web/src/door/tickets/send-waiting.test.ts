import { expect, test } from 'vitest';
import type { Checkin, CheckinInput, Ticket } from '#services/contract/tickets/tickets.ts';
import { refusalOf, ServerUnreachable } from '../../api/refusal.ts';
import type { WaitingScan } from './scan-queue.ts';
import { sendWaiting } from './send-waiting.ts';

const scan = (n: number): WaitingScan => ({
  scan_id: `s${n}`,
  token: `token${n}`,
  ticket_id: `k${n}`,
  scanned_at: 100 + n,
  plan_id: 'p',
});
const waiting = [1, 2, 3, 4].map(scan);
const ticket = { id: 'k' } as Ticket;
const admitted: Checkin = { outcome: 'admitted', ticket, position: 1 };

/** Answers in order; errors are thrown. */
function server(...answers: (Checkin | Error)[]) {
  const heard: CheckinInput[] = [];
  const send = async (input: CheckinInput): Promise<Checkin> => {
    heard.push(input);
    const answer = answers[heard.length - 1] ?? admitted;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { heard, send };
}

test('all that waits is sent in its order, with its own name and time', async () => {
  const { heard, send } = server();
  expect(await sendWaiting(waiting, send)).toEqual({ left: [], sent: 4, troubles: [] });
  expect(heard[1]).toEqual({ scan_id: 's2', token: 'token2', scanned_at: 102, plan_id: 'p' });
});

test('a ticket used elsewhere, or void, is a problem; the rest continues', async () => {
  const { send } = server({ ...admitted, outcome: 'used' }, refusalOf({ ec: 40902, em: 'void', data: {} }));
  expect(await sendWaiting(waiting, send)).toEqual({
    left: [],
    sent: 4,
    troubles: [
      { scan: waiting[0], why: { used: ticket } },
      { scan: waiting[1], why: { sentence: 'void' } },
    ],
  });
});

test.each([
  ['away', new ServerUnreachable('/', {})],
  ['too slow', new DOMException('timeout', 'TimeoutError')],
  ['signed out', refusalOf({ ec: 40101, em: '', data: {} })],
  ['overloaded', refusalOf({ ec: 50300, em: '', data: {} })],
  ['asked too often', refusalOf({ ec: 42900, em: '', data: {} })],
])('while the server is %s nothing is lost', async (_, error) => {
  const { send, heard } = server(admitted, error);
  expect(await sendWaiting(waiting, send)).toEqual({ left: waiting.slice(1), sent: 1, troubles: [] });
  expect(heard).toHaveLength(2);
});
