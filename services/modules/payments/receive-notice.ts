import type { IncomingHttpHeaders } from 'node:http';
import type { ChargeId } from '#events/ids.ts';
import type { Command, Committer } from '#services/commerce/engine/command.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import { recordDispute } from '#services/commerce/refunds/dispute.ts';
import { refundFailed } from '#services/commerce/refunds/refund-failed.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { NoticeLog } from './notice-log.ts';
import type {
  ChargeNews,
  DisputeNews,
  Notice,
  NoticeFault,
  PaymentProvider,
  RefundNews,
} from './provider.ts';
import type { Payments } from './registry.ts';

type NoticeRefusal = NoticeFault | 'unknown_provider' | 'unknown_charge';

type NoticeAnswer =
  /** Its content is committed now, or was before. */
  | { taken: true; duplicate: boolean; acknowledgement: PaymentProvider['acknowledgement'] }
  | { taken: false; reason: NoticeRefusal };

interface IncomingNotice {
  provider: string;
  rawBody: Uint8Array;
  headers: IncomingHttpHeaders;
  /** Counts one that is not genuine, by address. Throws after too many: it is then not recorded. */
  countForged(): Promise<void>;
}

export interface NoticeReceiver {
  /**
   * Receives payment notices. Nothing in the body is trusted before the provider's signature
   * holds; a good notice is acknowledged only after its order's events are committed, so that a crash in
   * between makes the provider send it again. The order's stream makes the second time change nothing.
   */
  receive(incoming: IncomingNotice): Promise<NoticeAnswer>;
}

interface Parts {
  payments: Payments;
  committer: Committer;
  notices: NoticeLog;
  clock: Clock;
}

interface Applied {
  reason: 'unknown_charge' | undefined;
  /** The charge that the notice is about, if it is about one. */
  charge_id: ChargeId | undefined;
}

export function noticeReceiver({ payments, committer, notices, clock }: Parts): NoticeReceiver {
  const submit = async (command: Command<unknown> | undefined): Promise<Applied['reason']> => {
    const outcome = command && (await committer.submit(command));
    return outcome?.accepted ? undefined : 'unknown_charge';
  };

  const applyCharge = async (provider: PaymentProvider, notice: ChargeNews): Promise<Applied> => {
    const { charge_id, amount, notice_id: causation_id } = notice;
    const command = takePayment({ charge_id, amount, provider: provider.name, causation_id });
    if (command === undefined || notice.outcome === 'paid')
      return { charge_id, reason: await submit(command) };
    // A failed attempt leaves the order pending.
    const known = await provider.lookUp(charge_id);
    return { charge_id, reason: known ? undefined : 'unknown_charge' };
  };

  const applyRefund = async ({ name: provider }: PaymentProvider, notice: RefundNews): Promise<Applied> => {
    const { charge_id, out_trade_no, refund_id: reference, provider_refund_id, reason } = notice;
    const causation_id = notice.notice_id;
    const failure = { out_trade_no, reference, provider_refund_id, reason, provider, causation_id };
    return { charge_id, reason: await submit(refundFailed(failure)) };
  };

  const applyDispute = async (provider: PaymentProvider, notice: DisputeNews): Promise<Applied> => {
    const charge_id = await provider.chargeOf?.(notice.payment);
    // The account can have other payments than ours.
    if (charge_id === undefined) return { charge_id, reason: undefined };
    const { dispute_id, status, amount, reason, notice_id: causation_id } = notice;
    const dispute = { charge_id, dispute_id, status, amount, reason, provider: provider.name, causation_id };
    return { charge_id, reason: await submit(recordDispute(dispute)) };
  };

  /** No reason when the content is committed, or changes nothing. */
  const apply = async (provider: PaymentProvider, notice: Notice): Promise<Applied> => {
    switch (notice.kind) {
      case 'charge':
        return applyCharge(provider, notice);
      case 'refund_failed':
        return applyRefund(provider, notice);
      case 'dispute':
        return applyDispute(provider, notice);
      case 'other':
        return { charge_id: undefined, reason: undefined };
      default:
        return notice satisfies never;
    }
  };

  return {
    async receive({ provider: name, rawBody, headers, countForged }) {
      const provider = payments.provider(name);
      // An unknown name is not recorded: names can be invented without limit.
      if (!provider) {
        await countForged();
        return { taken: false, reason: 'unknown_provider' };
      }
      const received_at = clock.now();
      const check = provider.verifyNotice(rawBody, headers, received_at);
      const received = { provider: name, rawBody, received_at };
      if (!check.genuine) {
        await countForged();
        const nothing = { notice_id: undefined, charge_id: undefined };
        await notices.write({ ...received, ...nothing, verdict: 'refused', reason: check.fault });
        return { taken: false, reason: check.fault };
      }
      const { notice_id } = check.notice;
      const { reason, charge_id } = await apply(provider, check.notice);
      const verdict = reason ? 'refused' : 'accepted';
      const copies = await notices.write({
        ...received,
        notice_id,
        charge_id,
        verdict,
        reason: reason ?? '',
      });
      if (reason) return { taken: false, reason };
      return { taken: true, duplicate: copies > 1, acknowledgement: provider.acknowledgement };
    },
  };
}
