import type { Pool } from 'pg';
import type { ChargeId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import {
  type Charge,
  type ChargeRequest,
  type ChargeState,
  type Checkout,
  type PayMethod,
  type PayScene,
  ProviderContradiction,
  ProviderRefusal,
} from './provider.ts';
import { type RequestedCharge, requestedCharges } from './requested-charges.ts';

/** A trade as the provider has it. `absent`: nobody has opened it there. */
export interface Trade {
  status: 'absent' | 'open' | 'closed' | 'paid';
  /** fen; undefined of an absent one, and where the provider does not say it. */
  amount: Fen | undefined;
}

/** A provider that knows trades by numbers of ours. Calls throw ProviderUnavailable. */
interface TradeGateway {
  name: string;
  method: PayMethod;
  /** A repetition has the same content, and is the same trade. */
  open(
    trade_number: string,
    request: ChargeRequest & { checkout: Checkout },
    scene: PayScene,
  ): Promise<{ url: string; code: string }>;
  /** Throws ProviderContradiction for an answer about another trade, account or currency. */
  tradeOf(trade_number: string): Promise<Trade>;
  /** False: it could not be closed. */
  close(trade_number: string): Promise<boolean>;
  /** How long its pages for phones are good; missing: as long as the trade. */
  phonePageMs?: Millis;
}

const NUMBER = /^([c\d]\d*_\d+)[a-z]?$/;

/** At most 30 characters: WeChat Pay allows 32. */
const firstNumber = (charge_id: ChargeId): string => charge_id.replace(/^ch_/, '');

/** A closed number is used up. Undefined after 26 changes. */
function nextNumber(trade_number: string): string | undefined {
  const [, first, letter = ''] = /^(.*\d)([a-z]?)$/.exec(trade_number) ?? [];
  if (first === undefined || letter === 'z') return undefined;
  return first + (letter === '' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1));
}

/** Our charge of a number; undefined for numbers of other programs. */
export function chargeOfNumber(trade_number: string): ChargeId | undefined {
  const [, charge] = NUMBER.exec(trade_number) ?? [];
  return charge === undefined ? undefined : (`ch_${charge}` as ChargeId); // takePayment refuses any other form
}

/** What was paid is what the provider says, never what we asked for. */
export function paidAmount(of: string, amount: Fen | undefined): Fen {
  if (amount !== undefined && amount > 0) return amount;
  throw new ProviderContradiction(`${of} is paid without an amount`);
}

/** Charges at such a provider: the calls of its port that need our record of them. */
export function numberedCharges(pool: Pool, clock: Clock, gateway: TradeGateway) {
  const charges = requestedCharges(pool, gateway.name);
  const isGood = ({ url, scene, answered_at }: RequestedCharge): boolean =>
    url !== null &&
    (scene !== 'phone' ||
      clock.now() < (answered_at ?? 0) + (gateway.phonePageMs ?? Number.POSITIVE_INFINITY));

  /** The trade's page, which is asked for once, and again when it is no longer good. */
  async function opened(
    request: ChargeRequest & { checkout: Checkout },
    saved: RequestedCharge,
  ): Promise<Pick<Charge, 'url' | 'code'>> {
    const { charge_id } = request;
    if (isGood(saved)) return { url: saved.url ?? '', ...(saved.code && { code: saved.code }) };
    const number = saved.trade_number ?? firstNumber(charge_id);
    const { url, code } = await gateway.open(number, request, saved.scene ?? 'desktop');
    const answer = { session_id: number, url, code: code || null, answered_at: clock.now() };
    await charges.answered(charge_id, saved.requested_at, answer);
    return { url, ...(code && { code }) };
  }

  /** The number under which another scene can be opened; undefined if the trade is to stay. */
  async function numberInstead(trade_number: string): Promise<string | undefined> {
    const { status } = await gateway.tradeOf(trade_number);
    if (status === 'absent') return trade_number;
    const next = nextNumber(trade_number);
    // Without another number the trade stays open.
    if (next === undefined || status === 'paid') return undefined;
    return status === 'open' && !(await gateway.close(trade_number)) ? undefined : next;
  }

  return {
    find: charges.find,
    methodOf: async (charge_id: ChargeId): Promise<PayMethod | undefined> =>
      (await charges.find(charge_id))?.method,
    /** The number of a charge; undefined for an unknown one. */
    numberOf: async (charge_id: ChargeId): Promise<string | undefined> =>
      (await charges.find(charge_id))?.trade_number ?? undefined,
    async createCharge(request: ChargeRequest): Promise<Charge> {
      const { charge_id, amount, checkout } = request;
      if (!checkout) throw new Error(`${gateway.name} charges no payer who is absent`);
      const present = { ...request, checkout };
      const scene = checkout.instead?.scene ?? checkout.scene ?? 'desktop';
      const { method } = gateway;
      const wanted = { amount, method, scene, requested_at: clock.now() };
      let saved = await charges.findOrAdd(charge_id, { ...wanted, trade_number: firstNumber(charge_id) });
      if (saved.amount !== amount) {
        throw new ProviderRefusal('charge_differs', `${charge_id} has the amount ${saved.amount} fen`);
      }
      const { trade_number, session_id } = saved;
      if (checkout.instead && saved.scene !== scene && trade_number !== null && session_id !== null) {
        const number = await numberInstead(trade_number);
        if (number !== undefined) {
          await charges.replace(charge_id, session_id, { ...wanted, trade_number: number });
          saved = (await charges.find(charge_id)) ?? saved;
        }
      }
      const page = await opened(present, saved);
      return { provider: gateway.name, charge_id, amount, method, scene: saved.scene ?? scene, ...page };
    },
    async lookUp(charge_id: ChargeId): Promise<ChargeState | undefined> {
      const saved = await charges.find(charge_id);
      if (!saved) return undefined;
      const { status, amount } = await gateway.tradeOf(saved.trade_number ?? firstNumber(charge_id));
      if (status === 'paid') return { charge_id, status, amount: paidAmount(charge_id, amount) };
      return { charge_id, status: status === 'absent' ? 'open' : status, amount: amount ?? saved.amount };
    },
    async closeCharge(charge_id: ChargeId): Promise<void> {
      const number = (await charges.find(charge_id))?.trade_number;
      if (!number || (await gateway.tradeOf(number)).status !== 'open') return;
      if (!(await gateway.close(number)) && (await gateway.tradeOf(number)).status === 'open') {
        throw new Error(`${charge_id} could not be closed`);
      }
    },
  };
}
