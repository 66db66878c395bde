import { businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';

const calendar = businessCalendar(DEFAULT_TIME_ZONE);

interface Payment {
  order: string;
  plan: string;
  at: Millis;
  /** An upgrade adds no time. */
  isUpgrade: boolean;
}

interface PlainRun {
  fan: string;
  begin: Millis;
  /** A month each, but upgrades. */
  payments: Payment[];
  /** Who paid for it, also of orders that were refunded. */
  payers: string[];
}

const planOf = ({ payments }: PlainRun): string => payments.at(-1)?.plan ?? '';

/** The first day and the months since; after a gap they start again. */
function endOf({ begin, payments }: PlainRun): Millis {
  let [first, months] = [begin, 0];
  for (const { at, isUpgrade } of payments) {
    if (isUpgrade) continue;
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
 * Who is a member of what, in plain lists: orders of a month each, upgrades without one, accounts that they are moved
 * between, refunds and renewals. Plans with the same group exclude each other; the dearer one is an upgrade.
 */
export class PlainMoves {
  runs: PlainRun[] = [];
  readonly orders = new Map<string, PlainOrder>();
  /** The open renewal order of each running agreement; empty: none. By plan and account. */
  readonly agreements = new Map<string, string>();
  readonly #groupOf: (plan: string) => string;
  readonly #priceOf: (plan: string) => number;

  constructor(groupOf: (plan: string) => string, priceOf: (plan: string) => number) {
    this.#groupOf = groupOf;
    this.#priceOf = priceOf;
  }

  #openRuns(fan: string, now: Millis): PlainRun[] {
    return this.runs.filter((run) => run.fan === fan && endOf(run) > now);
  }

  /** The plans of an account, and their ends. */
  open(fan: string, now: Millis): { plan: string; until: Millis }[] {
    return this.#openRuns(fan, now).map((run) => ({ plan: planOf(run), until: endOf(run) }));
  }

  #sameGroup(fan: string, plan: string, now: Millis): PlainRun | undefined {
    return this.#openRuns(fan, now).find((run) => this.#groupOf(planOf(run)) === this.#groupOf(plan));
  }

  /** Whether the account has a dearer plan that excludes this one. */
  isExcluded(fan: string, plan: string, now: Millis): boolean {
    const run = this.#sameGroup(fan, plan, now);
    return run !== undefined && this.#priceOf(planOf(run)) > this.#priceOf(plan);
  }

  pay(fan: string, plan: string, order: string, now: Millis): void {
    this.orders.set(order, { owner: fan, payer: fan, plan, moves: 0, refunded: false });
    const run = this.#sameGroup(fan, plan, now);
    const from = run && planOf(run);
    const isUpgrade = from !== undefined && from !== plan;
    const payment = { order, plan, at: now, isUpgrade };
    if (isUpgrade) this.agreements.delete(`${from} ${fan}`);
    if (run) {
      run.payments.push(payment);
      run.payers.push(fan);
    } else this.runs.push({ fan, begin: now, payments: [payment], payers: [fan] });
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
      const plan = planOf(run);
      const isTaken = this.#sameGroup(to, plan, now) !== undefined;
      const key = `${plan} ${from}`;
      if (endOf(run) <= now || isTaken || this.agreements.get(key)) return false;
      this.agreements.delete(key);
      run.fan = to;
    }
    for (const one of orders) if (one) Object.assign(one, { owner: to, moves: one.moves + 1 });
    return true;
  }

  /**
   * Whether figures of months stay exact after a refund of the order. Otherwise another account paid for what moves up
   * or is left: docs/domain/staff.md, Orders in another account.
   */
  keepsMonths(order: string): boolean {
    const run = this.#runOf(order);
    const payer = this.orders.get(order)?.payer;
    if (!run) return true;
    const payers = run.payments.map((one) => this.orders.get(one.order)?.payer);
    const n = run.payments.findIndex((one) => one.order === order);
    if (payers.slice(n + 1).some((one) => one !== payer)) return false;
    const isOnly = run.payers.filter((one) => one === payer).length === 1;
    return isOnly || n + 1 < payers.length || payers[n - 1] === undefined || payers[n - 1] === payer;
  }

  /** Whether the order can be refunded: not before an upgrade from it, nor an upgrade before what extends it. */
  refund(order: string): boolean {
    const known = this.orders.get(order);
    if (!known || known.refunded) return false;
    const run = this.#runOf(order);
    const n = run?.payments.findIndex((one) => one.order === order) ?? 0;
    const later = run?.payments.slice(n + 1) ?? [];
    if (later.some(({ isUpgrade }) => isUpgrade)) return false;
    if (later.length > 0 && run?.payments[n]?.isUpgrade) return false;
    known.refunded = true;
    this.agreements.delete(`${known.plan} ${known.owner}`);
    if (!run) return true;
    run.payments.splice(n, 1);
    if (run.payments.length === 0) this.runs = this.runs.filter((one) => one !== run);
    return true;
  }

  /** When the account's plan ends; undefined: it is no member. */
  until(fan: string, plan: string, now: Millis): Millis | undefined {
    return this.open(fan, now).find((one) => one.plan === plan)?.until;
  }
}
