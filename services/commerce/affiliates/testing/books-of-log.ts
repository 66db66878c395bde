import type { UserId } from '#events/ids.ts';
import type { IncomeLine } from '#events/income.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { type UserPart, userAccount } from '#read-models/books/ledger/accounts.ts';
import type { LineParts } from '#read-models/books/ledger/booked-entry.ts';
import { bookingOf, incomeLinesOf } from '#read-models/books/ledger/booking.ts';
import type { BookedWithdrawal } from '#read-models/books/ledger/tables.ts';
import { factsOf, type OrderFacts } from '#read-models/orders/order-facts.ts';
import type { MemoryCommitter } from '../../testing/memory-committer.ts';
import type { PendingSnapshot } from '../../withdrawals/balance.ts';

/** The books of a log in memory, by the ledger's own code. */
export class BooksOfLog {
  /** Fen; a debit is above zero. */
  readonly balances = new Map<string, number>();
  /** The parts of each order's payment, then of each refund, negative. */
  readonly parts = new Map<string, LineParts[]>();
  /** The lines of a person's open month, in log order. */
  readonly open = new Map<string, IncomeLine[]>();
  readonly #orders = new Map<string, OrderFacts>();
  readonly #withdrawals = new Map<string, BookedWithdrawal>();
  readonly #charged = new Map<string, number>();
  readonly #settled = new Map<string, number>();
  #read = 0;

  /** Applies new events of the log. */
  readOn({ log }: MemoryCommitter): void {
    for (const { position, stream, version, id, event, metadata } of log.slice(this.#read)) {
      const { type, data } = event;
      if (type === 'OrderPlaced') this.#orders.set(data.out_trade_no, factsOf(data));
      if (type === 'WithdrawalRequested') this.#withdrawals.set(data.withdrawal_id, data);
      if (type === 'RefundCharged') this.#add(this.#charged, data.user_id, data.net);
      if (type === 'MonthSettled') {
        this.#add(this.#settled, data.user_id, data.net);
        this.open.delete(data.user_id);
      }
      const recorded = {
        position,
        stream,
        version,
        id,
        metadata,
        schema_version: 1,
        recorded_at: metadata.at,
        ...event,
      };
      const booking = bookingOf(recorded, {
        order: (number) => this.#orders.get(number),
        withdrawal: (_user, withdrawal) => {
          const found = this.#withdrawals.get(withdrawal);
          if (!found) throw new Error(`no withdrawal ${withdrawal}`);
          return found;
        },
      });
      if (!booking) continue;
      for (const { account, amount } of booking.amounts) this.#add(this.balances, account, amount);
      const { kind, out_trade_no, parts } = booking;
      if (out_trade_no === null || parts === null || (kind !== 'order' && kind !== 'refund')) continue;
      this.parts.set(out_trade_no, [...(this.parts.get(out_trade_no) ?? []), parts]);
      for (const { user_id, ...line } of incomeLinesOf(position, booking)) {
        this.open.set(user_id, [...(this.open.get(user_id) ?? []), line]);
      }
    }
    this.#read = log.length;
  }

  #add(to: Map<string, number>, key: string, amount: number): void {
    to.set(key, (to.get(key) ?? 0) + amount);
  }

  /** The debt to a person, in fen. */
  owed(user: UserId, part: UserPart): Fen {
    return fenOf(0 - (this.balances.get(userAccount(user, part)) ?? 0));
  }

  /** As the decision about a withdrawal reads it. */
  seen(user: UserId): PendingSnapshot {
    return {
      pending: this.owed(user, 'pending'),
      refunds_charged: fenOf(this.#charged.get(user) ?? 0),
      settled: fenOf(this.#settled.get(user) ?? 0),
    };
  }
}
