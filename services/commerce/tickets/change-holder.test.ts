import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import { MAX_HANDOVERS } from '#services/contract/orders/handover.ts';
import { DOOR_OPENS_BEFORE, MAX_HOLDER_CHANGES } from '#services/contract/tickets/holder-change.ts';
import { planKind } from '../catalog/plan.ts';
import { accept } from '../engine/command.ts';
import { handOverOrder } from '../staff/hand-over-order.ts';
import { checkIn, EVENING, ordered, paid, refund, stateOf, ticketId } from '../testing/event-shop.ts';
import { CREATOR, LI, NOON, ORDER, PLAN, type Scenario, STRANGER, WANG } from '../testing/scenario.ts';
import { type ChangeHolder, changeHolder } from './change-holder.ts';
import { undoCheckIn } from './undo-check-in.ts';

const HOUR = 3_600_000;
const DOOR = EVENING - DOOR_OPENS_BEFORE * 1000;
const change = (n: number, input: Partial<ChangeHolder> = {}) =>
  changeHolder({
    ticket_id: ticketId(0),
    out_trade_no: ORDER,
    user_id: LI,
    holder_ref: `new-${n}`,
    code: `c0de0000000${n}`,
    ...input,
  });
const undo = (used_at: number) =>
  undoCheckIn({
    ticket_id: ticketId(0),
    out_trade_no: ORDER,
    by: CREATOR,
    creators: new Set([CREATOR]),
    device: '',
    used_at,
  });
const handOver = (from: UserId, to: UserId, secret = 's1') =>
  handOverOrder({ out_trade_no: ORDER, from, to, by: 'support-1' as UserId, reason: 'lost phone', secret });
/** The creator moves the evening. */
const moveTo = (begin_time: number) => {
  const stream = planStream(PLAN);
  return {
    name: 'move',
    actor: `user:${CREATOR}` as const,
    streams: [stream],
    decide: (states: Parameters<NonNullable<ReturnType<typeof change>['decide']>>[0]) => {
      const state = states.get(planKind, stream);
      if (state.phase === 'none') throw new Error('there is no plan');
      const rounds = state.offer.rounds.map((round) =>
        round.round_id === 'evening' ? { ...round, begin_time } : round,
      );
      const data = { plan_id: PLAN, offer: { ...state.offer, rounds } };
      return accept([{ stream, creator_id: CREATOR, event: { type: 'PlanRevised' as const, data } }], null);
    },
  };
};

describe('a change of the holder', () => {
  it('gives the ticket another code; the earlier one is refused, the new one admits', () => {
    const scenario = paid(true);
    const { types, result } = scenario.accepts(change(1));
    expect(types).toEqual(['TicketHolderChanged']);
    expect(result.ticket).toMatchObject({ holder_ref: 'new-1', revision: 1, code: 'c0de00000001' });
    expect(scenario.refuses(checkIn())).toEqual({ code: 'ticket_replaced' });
    expect(scenario.refuses(checkIn({ revision: 2 }))).toEqual({ code: 'ticket_replaced' });
    expect(scenario.accepts(checkIn({ revision: 1 })).result).toMatchObject({
      outcome: 'admitted',
      ticket: { holder_ref: 'new-1' },
    });
    expect(scenario.accepts(checkIn({ ticket_id: ticketId(1) })).result.outcome).toBe('admitted');
  });

  it('to the same holder changes nothing', () => {
    const scenario = paid(true).after(change(1));
    expect(scenario.accepts(change(1, { code: 'c0de00000009' }))).toMatchObject({
      events: [],
      result: { ticket: { revision: 1, code: 'c0de00000001' } },
    });
    expect(scenario.accepts(change(1, { ticket_id: ticketId(1), holder_ref: 'holder-2' })).events).toEqual(
      [],
    );
  });

  it('is possible a bounded number of times', () => {
    const scenario = paid(true);
    for (let n = 1; n <= MAX_HOLDER_CHANGES; n += 1) scenario.accepts(change(n));
    expect(scenario.refuses(change(9))).toEqual({ code: 'ticket_holder_fixed' });
  });

  it('is possible as often after its order was handed over', () => {
    const scenario = paid(true).after(handOver(LI, WANG));
    const next = (n: number) => change(n, { user_id: WANG });
    for (let n = 1; n <= MAX_HOLDER_CHANGES; n += 1) scenario.accepts(next(n));
    expect(scenario.refuses(next(9))).toEqual({ code: 'ticket_holder_fixed' });
  });

  it('ends when the door opens, by the present time of the round', () => {
    const scenario = paid(true);
    scenario.memory.now = DOOR;
    expect(scenario.refuses(change(1))).toEqual({ code: 'ticket_door_open' });
    scenario.accepts(moveTo(EVENING + HOUR));
    scenario.accepts(change(1));
    scenario.accepts(moveTo(EVENING));
    expect(scenario.refuses(change(2))).toEqual({ code: 'ticket_door_open' });
  });

  it('is refused to others, and for a ticket that was used, refunded, unpaid, or has no holder', () => {
    const scenario = paid(true);
    for (const wrong of [
      { user_id: STRANGER },
      { user_id: CREATOR },
      { out_trade_no: 'order-9' as OutTradeNo },
      { ticket_id: 'nobodys' },
    ]) {
      expect(scenario.refuses(change(1, wrong))).toEqual({ code: 'not_found' });
    }
    expect(ordered(true).refuses(change(1))).toEqual({ code: 'not_found' });
    expect(paid().refuses(change(1))).toEqual({ code: 'state_does_not_allow' });
    const used = paid(true).after(checkIn());
    expect(used.refuses(change(1))).toEqual({ code: 'state_does_not_allow' });
    used.accepts(undo(NOON / 1000));
    expect(used.accepts(change(1)).types).toEqual(['TicketHolderChanged']);
    used.accepts(refund('r1', [ticketId(0)]));
    expect(used.refuses(change(2))).toEqual({ code: 'ticket_void' });
  });
});

/** A ticket as a person with a list at the door keeps it: who may enter, and with which code. */
class PlainTicket {
  holder = 'holder-1';
  codes = 0;
  changes = 0;
  moves = 0;
  inside = false;
  refunded = false;
  change(holder: string, at: number): boolean {
    if (this.refunded || this.inside || at >= DOOR) return false;
    if (holder === this.holder) return true;
    if (this.changes === 3) return false;
    this.holder = holder;
    this.codes += 1;
    this.changes += 1;
    return true;
  }
  get owner(): UserId {
    return this.moves % 2 === 0 ? LI : WANG;
  }
  move(): boolean {
    if (this.moves === MAX_HANDOVERS) return false;
    this.codes += 1;
    this.moves += 1;
    return true;
  }
  show(code: number): 'admitted' | 'used' | 'refused' {
    if (this.refunded || code !== this.codes) return 'refused';
    if (this.inside) return 'used';
    this.inside = true;
    return 'admitted';
  }
}

type Step = { what: 'change' | 'move' | 'show' | 'undo' | 'refund' | 'wait'; n: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom(
      'change',
      'change',
      'change',
      'move',
      'show',
      'show',
      'show',
      'undo',
      'refund',
      'wait',
    ),
    n: fc.nat(6),
  }),
  { maxLength: 25 },
);

function walk(scenario: Scenario, plain: PlainTicket, { what, n }: Step): void {
  const { memory } = scenario;
  switch (what) {
    case 'change': {
      const expected = plain.change(`new-${n}`, memory.now);
      expect(memory.decide(change(n, { user_id: plain.owner })).accepted).toBe(expected);
      return;
    }
    case 'move': {
      const { owner: from, moves } = plain;
      const expected = plain.move();
      const to = from === LI ? WANG : LI;
      expect(memory.decide(handOver(from, to, `s${moves}`)).accepted).toBe(expected);
      return;
    }
    case 'show': {
      const decision = memory.decide(checkIn({ revision: n }));
      expect(decision.accepted ? decision.result.outcome : 'refused').toBe(plain.show(n));
      return;
    }
    case 'undo': {
      const state = stateOf(scenario, ticketId(0));
      if (state.phase !== 'used') return;
      scenario.accepts(undo(Math.floor(state.admission.at / 1000)));
      plain.inside = false;
      return;
    }
    case 'refund':
      if (plain.refunded || n > 0) return;
      scenario.accepts(refund('r1', [ticketId(0)]));
      plain.refunded = true;
      return;
    default:
      memory.now += n * HOUR;
  }
}

it('any order of changes, handovers, check-ins, undoings and refunds admits as a plain list does', () => {
  fc.assert(
    fc.property(steps, (history) => {
      const scenario = paid(true);
      const plain = new PlainTicket();
      for (const step of history) {
        walk(scenario, plain, step);
        const state = stateOf(scenario, ticketId(0));
        if (state.phase === 'none') throw new Error('the ticket is gone');
        const { holder_ref, revision, holder_changes } = state.ticket;
        const { holder, codes, changes } = plain;
        expect([holder_ref, revision, holder_changes]).toEqual([holder, codes, changes]);
      }
    }),
  );
});
