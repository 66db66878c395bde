import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type TicketClaim,
  type TicketKey,
  tokenBody,
  tokenText,
} from '#services/contract/tickets/ticket-token.ts';
import type { Checkin, Ticket } from '#services/contract/tickets/tickets.ts';
import { refusalOf, ServerUnreachable } from '../../api/refusal.ts';
import type { CheckInContext } from './check-in.ts';
import { review } from './check-ticket.ts';
import type { ScannedCode } from './scanned-code.ts';

const NOW = 1_780_000_000;
const PLAN = '0192f0c0a1b27000800000000000000a';
const claim: TicketClaim = {
  ticket_id: '6b1f0c0a1b27000800000000000000aa',
  plan_id: PLAN,
  out_trade_no: '217639847123456789012345678',
  begin_time: NOW + 3600,
  revision: 0,
};
const rounds = [
  { round_id: 'evening', begin_time: NOW + 3600 },
  { round_id: 'matinee', begin_time: NOW - 7200 },
];

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key: TicketKey = { kty: 'OKP', crv: 'Ed25519', x: publicKey.export({ format: 'jwk' }).x ?? '' };
function token(of: TicketClaim = claim, by = privateKey): ScannedCode {
  const body = tokenBody(of);
  return { kind: 'token', token: tokenText(body, sign(null, body, by)) };
}

const ticket = { id: claim.ticket_id } as Ticket;
const answers = (outcome: Checkin['outcome']) => async (): Promise<Checkin> => ({
  outcome,
  ticket,
  position: 1,
});
const away = async (): Promise<Checkin> => {
  throw new ServerUnreachable('/api/order/ticket-checkin', {});
};
const context = (change: Partial<CheckInContext> = {}): CheckInContext => ({
  choice: { plan_id: PLAN },
  rounds,
  keys: [key],
  waiting: [],
  anyDay: false,
  find: async () => undefined,
  send: away,
  now: NOW,
  scan_id: 'scan-1',
  ...change,
});

describe('with a connection the server decides', () => {
  test('the first scan admits, the second names the person of the first', async () => {
    expect(await review(token(), context({ send: answers('admitted') }))).toEqual({
      tone: 'good',
      kind: 'admitted',
      ticket,
    });
    expect(await review(token(), context({ send: answers('used') }))).toEqual({
      tone: 'bad',
      kind: 'used',
      ticket,
    });
  });

  test('a refusal has its own text', async () => {
    const send = async () => {
      throw refusalOf({ ec: 40902, em: '该门票已退款作废', data: {} });
    };
    expect(await review(token(), context({ send }))).toEqual({
      tone: 'bad',
      kind: 'refused',
      sentence: '该门票已退款作废',
    });
  });

  test('the request has the event, the round and the scan’s name', async () => {
    const heard: unknown[] = [];
    const send = async (input: unknown): Promise<Checkin> => {
      heard.push(input);
      return answers('admitted')();
    };
    const choice = { plan_id: PLAN, round_id: 'evening' };
    await review({ kind: 'code', code: '6b1f0c0a1b27' }, context({ send, choice }));
    await review({ kind: 'number', out_trade_no: '2', id: 'x' }, context({ send, choice }));
    expect(heard).toEqual([
      { code: '6b1f0c0a1b27', ...choice, scan_id: 'scan-1' },
      { out_trade_no: '2', id: 'x', ...choice, scan_id: 'scan-1' },
    ]);
  });

  test('an overloaded server gives no verdict about the ticket', async () => {
    const send = async () => {
      throw refusalOf({ ec: 50300, em: '服务繁忙', data: {} });
    };
    expect(await review(token(), context({ send }))).toMatchObject({ kind: 'unconfirmed' });
  });

  test('an invalid ticket is not sent', async () => {
    expect(await review({ kind: 'nothing' }, context({ send: answers('admitted') }))).toMatchObject({
      kind: 'forged',
    });
  });
});

describe('without one the signature does', () => {
  test('a good one is no “let in” but not yet checked in, and waits to be sent with its time', async () => {
    const scanned = token();
    expect(await review(scanned, context())).toEqual({
      tone: 'unsure',
      kind: 'unconfirmed',
      claim,
      waiting: {
        scan_id: 'scan-1',
        token: scanned.kind === 'token' ? scanned.token : '',
        ticket_id: claim.ticket_id,
        scanned_at: NOW,
        plan_id: PLAN,
      },
    });
  });

  test('one that this device let in before is used', async () => {
    const first = await review(token(), context());
    const waiting = first.kind === 'unconfirmed' ? [first.waiting] : [];
    expect(await review(token(), context({ waiting, now: NOW + 60 }))).toEqual({
      tone: 'bad',
      kind: 'usedHere',
      at: NOW,
    });
  });

  test('after the earlier holder’s code, the new one waits, too; the earlier one after it is used', async () => {
    const changed = { ...claim, revision: 1 };
    const waits = async (of: TicketClaim) => {
      const verdict = await review(token(of), context());
      return verdict.kind === 'unconfirmed' ? [verdict.waiting] : [];
    };
    const earlier = await waits(claim);
    expect(await review(token(changed), context({ waiting: earlier }))).toMatchObject({
      kind: 'unconfirmed',
    });
    const present = await waits(changed);
    expect(await review(token(claim), context({ waiting: present }))).toMatchObject({ kind: 'usedHere' });
  });

  test('a forged, altered or foreign one is invalid', async () => {
    const foreign = generateKeyPairSync('ed25519').privateKey;
    const good = token();
    const altered = good.kind === 'token' ? `A${good.token.slice(1)}B` : '';
    for (const scanned of [token(claim, foreign), { kind: 'token', token: altered } as const]) {
      expect(await review(scanned, context())).toEqual({ tone: 'bad', kind: 'forged' });
    }
  });

  test('another event’s or round’s is refused; a round that was moved since is not', async () => {
    const choice = { plan_id: PLAN, round_id: 'matinee' };
    expect(await review(token({ ...claim, plan_id: claim.ticket_id }), context())).toMatchObject({
      kind: 'other',
    });
    expect(await review(token(), context({ choice }))).toMatchObject({ kind: 'other' });
    const moved = token({ ...claim, begin_time: NOW + 60 });
    expect(await review(moved, context({ choice }))).toMatchObject({ kind: 'unconfirmed' });
    expect(await review(token(), context({ choice: {} }))).toMatchObject({ kind: 'unconfirmed' });
  });

  test('a browser without these signatures reports it', async () => {
    const broken = { ...key, x: 'short' };
    expect(await review(token(), context({ keys: [broken] }))).toMatchObject({
      kind: 'unchecked',
      why: 'unable',
    });
  });

  test('offline, typed codes cannot be verified; without the key nothing can', async () => {
    const typed = { kind: 'code', code: '6b1f0c0a1b27' } as const;
    expect(await review(typed, context())).toEqual({ tone: 'unsure', kind: 'unchecked', why: 'typed' });
    expect(await review(token(), context({ keys: undefined }))).toEqual({
      tone: 'unsure',
      kind: 'unchecked',
      why: 'no_key',
    });
  });
});

describe('a ticket of another day', () => {
  const DAY = 86_400;
  const later = { ...claim, begin_time: NOW + 20 * DAY };
  const series = [...rounds, { round_id: 'gala', begin_time: NOW + 20 * DAY }];
  const valid = (begin_time: number, status = 1): Ticket =>
    ({ id: claim.ticket_id, status, round: { round_id: 'gala', begin_time } }) as Ticket;
  const expected = { tone: 'unsure', kind: 'otherDay', begin_time: later.begin_time };
  const used: unknown[] = [];
  const send = async (input: unknown): Promise<Checkin> => {
    used.push(input);
    return answers('admitted')();
  };
  const choice = { plan_id: PLAN, round_id: 'evening' };
  const online = (found: Ticket | undefined, change: Partial<CheckInContext> = {}) =>
    context({ rounds: series, choice, send, find: async () => found, ...change });
  const offline = (change: Partial<CheckInContext> = {}) =>
    context({
      rounds: series,
      choice,
      find: async () => Promise.reject(new ServerUnreachable('/', {})),
      ...change,
    });

  test('needs confirmation before check-in, by token, number and code', async () => {
    const number = { kind: 'number', out_trade_no: '2', id: claim.ticket_id } as const;
    for (const scanned of [token(later), number, { kind: 'code', code: '6b1f0c0a1b27' } as const]) {
      used.splice(0);
      expect(await review(scanned, online(valid(later.begin_time)))).toEqual(expected);
      expect(used).toEqual([]);
      expect(
        await review(scanned, online(valid(later.begin_time), { anyDay: true, choice: { plan_id: PLAN } })),
      ).toMatchObject({ kind: 'admitted' });
      expect(used).toHaveLength(1);
      expect(used[0]).not.toHaveProperty('round_id');
    }
  });

  test('needs none if its round was moved to today, if it was used, or if it is today’s', async () => {
    for (const found of [valid(NOW + 600), valid(later.begin_time, 2)]) {
      expect(await review(token(later), online(found))).toMatchObject({ kind: 'admitted' });
    }
    const find = () => Promise.reject(new Error('a token of today needs no question'));
    expect(await review(token(), online(undefined, { find }))).toMatchObject({ kind: 'admitted' });
    const midnight = { ...claim, begin_time: NOW - 5 * 3600 };
    const night = [{ round_id: 'evening', begin_time: midnight.begin_time }];
    expect(await review(token(midnight), online(undefined, { find, rounds: night }))).toMatchObject({
      kind: 'admitted',
    });
  });

  test('a ticket of today whose round was moved is confirmed', async () => {
    expect(await review(token({ ...claim, begin_time: NOW + 60 }), online(valid(later.begin_time)))).toEqual(
      expected,
    );
  });

  test('needs confirmation offline, and waits for upload after admission', async () => {
    expect(await review(token(later), offline())).toEqual(expected);
    const admitted = await review(token(later), offline({ anyDay: true, choice: { plan_id: PLAN } }));
    expect(admitted).toMatchObject({ kind: 'unconfirmed', waiting: { plan_id: PLAN } });
    expect(admitted).not.toHaveProperty('waiting.round_id');
    const foreign = generateKeyPairSync('ed25519').privateKey;
    expect(await review(token(later, foreign), offline())).toMatchObject({ kind: 'forged' });
  });
});

test('an unknown code or invalid typed text is unknown; an invalid QR code is forged', async () => {
  const send = async () => {
    throw refusalOf({ ec: 40400, em: 'not found', data: {} });
  };
  const unknown = { tone: 'bad', kind: 'unknown' };
  expect(await review({ kind: 'code', code: 'ffffffffffff' }, context({ send }))).toEqual(unknown);
  expect(await review({ kind: 'nothing', typed: true }, context({ send }))).toEqual(unknown);
  expect(await review({ kind: 'nothing' }, context({ send }))).toMatchObject({ kind: 'forged' });
});
