import type { IncomingHttpHeaders } from 'node:http';
import type { Committer } from '#services/commerce/engine/command.ts';
import { takePayment } from '#services/commerce/payments/take-payment.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { NoticeLog } from './notice-log.ts';
import type { Notice, NoticeFault } from './provider.ts';
import type { Payments } from './registry.ts';

type NoticeRefusal = NoticeFault | 'unknown_provider' | 'unknown_charge';

type NoticeAnswer =
  /** Its content is committed now, or was before. */
  { taken: true; duplicate: boolean } | { taken: false; reason: NoticeRefusal };

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

export function noticeReceiver({ payments, committer, notices, clock }: Parts): NoticeReceiver {
  /** Undefined when the news is committed, or is no news (a failed attempt leaves the order pending). */
  const apply = async (provider: string, notice: Notice): Promise<'unknown_charge' | undefined> => {
    const { charge_id, amount, notice_id: causation_id } = notice;
    const command = takePayment({ charge_id, amount, provider, causation_id });
    if (command === undefined) return 'unknown_charge';
    if (notice.outcome === 'failed') {
      const known = await payments.provider(provider)?.lookUp(notice.charge_id);
      return known ? undefined : 'unknown_charge';
    }
    const outcome = await committer.submit(command);
    return outcome.accepted ? undefined : 'unknown_charge';
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
      const { notice_id, charge_id } = check.notice;
      const reason = await apply(name, check.notice);
      const verdict = reason ? 'refused' : 'accepted';
      const copies = await notices.write({
        ...received,
        notice_id,
        charge_id,
        verdict,
        reason: reason ?? '',
      });
      return reason ? { taken: false, reason } : { taken: true, duplicate: copies > 1 };
    },
  };
}
