import { createSecretKey } from 'node:crypto';
import type { Pool } from 'pg';
import { isCartNumber } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { type ChargeState, PAY_METHODS, type PaymentProvider, ProviderRefusal } from '../provider.ts';
import { type SandboxAgreements, sandboxAgreements } from './agreements.ts';
import { type PayerAction, PLAIN_TRANSPORT, sandboxCashier } from './cashier.ts';
import { sandboxCharges } from './charges.ts';
import { noticeEndpoint } from './endpoint.ts';
import { readNotice } from './notice-body.ts';
import { type NoticeDelivery, noticeDelivery } from './notices.ts';
import { refundCharge } from './refunds.ts';
import { noticeSender } from './sender.ts';
import { faultOfSignature } from './signature.ts';

const SANDBOX_PROVIDER = 'sandbox';
const LATE_MS = 3_600_000;

/** A provider that collects no money, and behaves in everything else like one that does. */
export interface SandboxProvider extends PaymentProvider {
  chargeAgain: NonNullable<PaymentProvider['chargeAgain']>;
  endAgreement: NonNullable<PaymentProvider['endAgreement']>;
  /**
   * The payer's action at the cashier. Answers when it is durable; the notice follows, and if it is sent at once, its
   * acknowledgement proves durability. Undefined for an unknown charge.
   */
  pay(act: PayerAction): Promise<ChargeState['status'] | undefined>;
  /** Sets the address of our API. */
  announceApi(baseUrl: string): Promise<void>;
  readonly agreements: SandboxAgreements;
  readonly notices: Pick<NoticeDelivery, 'sendDue' | 'nextDue' | 'idle'>;
  close(): Promise<void>;
}

/** Everything committed before is on the disk with this commit, which changes nothing. */
async function untilOnDisk(pool: Pool): Promise<void> {
  await pool.query(`SELECT pg_logical_emit_message(true, 'sandbox', '')`);
}

export interface SandboxOptions {
  pool: Pool;
  clock: Clock;
  noticeKey: Uint8Array;
}

export function openSandbox({ pool, clock, noticeKey }: SandboxOptions): SandboxProvider {
  const charges = sandboxCharges(pool, clock);
  const cashier = sandboxCashier(pool, clock);
  const endpoint = noticeEndpoint(pool);
  const key = createSecretKey(noticeKey);
  const sender = noticeSender(endpoint, key, clock);
  const notices = noticeDelivery(pool, clock, sender);

  const agreements = sandboxAgreements(pool);

  const pay = async (act: PayerAction): Promise<ChargeState['status'] | undefined> => {
    const result = await cashier.add(act);
    if (!result) {
      charges.forget(act.charge_id);
      return undefined;
    }
    const acknowledged = notices.sendNow(result.send);
    if (!result.durable && !(await acknowledged)) await untilOnDisk(pool);
    return result.status;
  };

  return {
    name: SANDBOX_PROVIDER,
    methods: PAY_METHODS,
    notices,
    announceApi: (baseUrl) => endpoint.announce(baseUrl),
    async createCharge(request) {
      await charges.create(request);
      const number = encodeURIComponent(request.out_trade_no);
      const name = isCartNumber(request.out_trade_no) ? 'cart_order_no' : 'out_trade_no';
      return {
        provider: SANDBOX_PROVIDER,
        charge_id: request.charge_id,
        amount: request.amount,
        url: `/cashier?${name}=${number}`,
      };
    },
    async chargeAgain({ agreed_with, ...request }) {
      const agreed = await agreements.find(agreed_with);
      if (agreed === null) throw new ProviderRefusal('not_agreed', agreed_with);
      await charges.create(request);
      const { charge_id } = request;
      // A late answer: the payer is charged, and only a look-up or a notice after an hour reports it.
      const transport = { ...PLAIN_TRANSPORT, delay_ms: agreed === 'late' ? LATE_MS : 0 };
      const outcome = agreed === 'late' ? 'success' : agreed;
      const status = await pay({ charge_id, outcome, transport });
      if (agreed === 'late') return { status: 'unknown' };
      if (status === 'failed' && agreed === 'fail') return { status: 'declined' };
      const charge = status === 'paid' ? await charges.lookUp(charge_id) : undefined;
      return charge ? { status: 'paid', amount: charge.amount } : { status: 'unknown' };
    },
    endAgreement: (agreed_with) => agreements.end(agreed_with),
    agreements,
    lookUp: (charge) => charges.lookUp(charge),
    refund: (request) => refundCharge(pool, clock, request),
    verifyNotice(rawBody, headers, now) {
      const fault = faultOfSignature(key, rawBody, headers, now);
      if (fault) return { genuine: false, fault };
      const notice = readNotice(rawBody);
      return notice ? { genuine: true, notice } : { genuine: false, fault: 'malformed' };
    },
    pay,
    async close() {
      await cashier.idle();
      await notices.idle();
      await sender.close();
    },
  };
}
