import { businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';

const calendar = businessCalendar(DEFAULT_TIME_ZONE);

interface Payment {
  order: string;
  at: Millis;
}

interface PlainRun {
  fan: string;
  plan: string;
  begin: Millis;
  /** A month each. */
  payments: Payment[];
}

/** The first day and the months since; after a gap they count anew. */
function endOf({ begin, payments }: PlainRun): Millis {
  let [first, months] = [begin, 0];
  for (const { at } of payments) {
    if (at > calendar.addMonths(first, months)) [first, months] = [at, 0];
    months += 1;
  }
  return calendar.addMonths(first, months);
}

interface PlainOrder {
  owner: string;
  payer: string;
  plan: string;
  moves: number;
  refunded: boolean;
}

/**
 * Who is a member of what, in plain lists: orders of a month each, accounts that they are moved between, refunds and
 * renewals. Plans with the same group exclude each other.
 */
export class PlainMoves {
  runs: PlainRun[] = [];
  readonly orders = new Map<string, PlainOrder>();
  /** The open renewal order of each running agreement; empty: none. By plan and account. */
  readonly agreements = new Map<string, string>();
  readonly #groupOf: (plan: string) => string;

  constructor(groupOf: (plan: string) => string) {
    this.#groupOf = groupOf;
  }

  open(fan: string, now: Millis): PlainRun[] {
    return this.runs.filter((run) => run.fan === fan && endOf(run) > now);
  }

  /** Whether the account has another plan that excludes this one. */
  isExcluded(fan: string, plan: string, now: Millis): boolean {
    const group = this.#groupOf(plan);
    return this.open(fan, now).some((run) => run.plan !== plan && this.#groupOf(run.plan) === group);
  }

  pay(fan: string, plan: string, order: string, now: Millis): void {
    this.orders.set(order, { owner: fan, payer: fan, plan, moves: 0, refunded: false });
    const run = this.open(fan, now).find((one) => one.plan === plan);
    if (run) run.payments.push({ order, at: now });
    else this.runs.push({ fan, plan, begin: now, payments: [{ order, at: now }] });
  }

  #runOf(order: string): PlainRun | undefined {
    return this.runs.find(({ payments }) => payments.some((one) => one.order === order));
  }

  /** Whether the order moves with its membership. */
  move(order: string, from: string, to: string, now: Millis, most: number): boolean {
    const known = this.orders.get(order);
    if (known?.owner === to) return true;
    if (known?.owner !== from) return false;
    const run = this.#runOf(order);
    const orders = run ? run.payments.map((one) => this.orders.get(one.order)) : [known];
    if (orders.some((one) => one === undefined || one.moves >= most)) return false;
    if (run) {
      const group = this.#groupOf(run.plan);
      const isTaken = this.open(to, now).some((one) => this.#groupOf(one.plan) === group);
      const key = `${run.plan} ${from}`;
      if (endOf(run) <= now || isTaken || this.agreements.get(key)) return false;
      this.agreements.delete(key);
      run.fan = to;
    }
    for (const one of orders) if (one) Object.assign(one, { owner: to, moves: one.moves + 1 });
    return true;
  }

  /** Whether several accounts have paid for the membership of the order. */
  isShared(order: string): boolean {
    const payers = this.#runOf(order)?.payments.map((one) => this.orders.get(one.order)?.payer);
    return new Set(payers).size > 1;
  }

  refund(order: string): void {
    const known = this.orders.get(order);
    if (!known || known.refunded) return;
    known.refunded = true;
    for (const fan of [known.payer, known.owner]) this.agreements.delete(`${known.plan} ${fan}`);
    const run = this.#runOf(order);
    if (!run) return;
    run.payments = run.payments.filter((one) => one.order !== order);
    if (run.payments.length === 0) this.runs = this.runs.filter((one) => one !== run);
  }

  /** When the account's plan ends; undefined: it is no member. */
  until(fan: string, plan: string, now: Millis): Millis | undefined {
    const run = this.open(fan, now).find((one) => one.plan === plan);
    return run && endOf(run);
  }
}
