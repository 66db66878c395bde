import { type BusinessCalendar, HOUR_MS, type Millis } from '#events/time.ts';

export type Behavior = 'success' | 'fail' | 'timeout' | 'late';

interface OpenOrder {
  amount: number;
  expires: Millis;
  failed: number;
  next: Millis | null;
  /** When the provider took money without an answer. */
  taken: Millis | null;
}

/**
 * What renewals of one fan and plan must be, in plain numbers: no streams, no commands. Time goes on by whole hours;
 * within an hour late answers come first, then expiries, then tries.
 */
export class RenewalModel {
  now: Millis;
  behavior: Behavior = 'success';
  price = 3_000;
  onSale = true;
  /** The creator: nothing is charged meanwhile. */
  hidden = false;
  /** When the orders were paid that give a month each, oldest first. */
  payments: Millis[] = [];
  agreed: { amount: number } | null = null;
  reason = '';
  open: OpenOrder | null = null;
  /** Renewal orders that were open when their agreement ended. */
  strays: OpenOrder[] = [];
  money = 0;
  renewals = 0;
  readonly calendar: BusinessCalendar;

  constructor(now: Millis, calendar: BusinessCalendar) {
    this.now = now;
    this.calendar = calendar;
  }

  /** The first day and the months since; a payment after the end begins anew. */
  get until(): Millis {
    let [first, months, end] = [0, 0, 0];
    for (const at of this.payments) {
      if (at >= end) [first, months] = [at, 0];
      months += 1;
      end = this.calendar.addMonths(first, months);
    }
    return end;
  }

  pay(amount: number): void {
    this.money += amount;
    this.payments.push(this.now);
  }

  agree(): void {
    this.pay(this.price);
    this.agreed = { amount: this.price };
    this.reason = '';
  }

  end(reason: string): void {
    if (this.agreed === null) return;
    this.agreed = null;
    this.reason = reason;
    if (this.open) this.strays.push(this.open);
    this.open = null;
  }

  /** The newest order is returned in full. */
  refund(): void {
    this.payments.pop();
    this.end('refunded');
  }

  payOpen(): void {
    if (this.open === null) return;
    this.pay(this.open.amount);
    this.renewals += 1;
    this.open = null;
  }

  cancelOpen(): void {
    const { open } = this;
    if (open === null) return;
    this.open = null;
    this.end(open.next === null ? 'declined' : 'order_closed');
  }

  #known({ taken }: OpenOrder): boolean {
    return taken !== null && taken + HOUR_MS <= this.now;
  }

  hour(): void {
    this.now += HOUR_MS;
    for (const stray of this.strays.filter((one) => this.#known(one))) this.pay(stray.amount);
    this.strays = this.strays.filter((one) => !this.#known(one) && one.expires > this.now);
    if (this.open && this.#known(this.open)) this.payOpen();
    if (this.open && this.open.expires <= this.now) this.cancelOpen();
    this.#renew();
  }

  #renew(): void {
    if (this.agreed === null) return;
    if (this.open === null) {
      if (this.now < this.until - 6 * HOUR_MS) return;
      if (this.now > this.until + 72 * HOUR_MS) {
        this.end('missed');
        return;
      }
      if (this.hidden) return;
      if (!this.onSale) {
        this.end('not_on_sale');
        return;
      }
      const amount = Math.min(this.agreed.amount, this.price);
      this.open = { amount, expires: this.now + 73 * HOUR_MS, failed: 0, next: this.now, taken: null };
    }
    const { open } = this;
    if (this.hidden || open.next === null || open.next > this.now || open.taken !== null) return;
    if (this.behavior === 'success') this.payOpen();
    if (this.behavior === 'late') open.taken = this.now;
    if (this.behavior !== 'fail') return;
    const pause = [12, 24, 36][open.failed];
    open.failed += 1;
    open.next = pause === undefined ? null : this.now + pause * HOUR_MS;
  }
}
