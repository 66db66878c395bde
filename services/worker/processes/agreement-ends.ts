import { type ChargeId, chargeIdOf } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { collectFromStreams } from '#events/log/stream-pages.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { agreementStream } from '#events/stream-names.ts';
import type { Payments } from '#services/modules/payments/registry.ts';
import type { Process } from '../process.ts';
import { dueTimeOf } from './due-time.ts';

interface Parts {
  log: EventLog;
  payments: Pick<Payments, 'provider'>;
}

/** A consent that the provider may have. */
interface Consent {
  type: 'AgreementOffered' | 'AgreementMade';
  position: number;
  provider: string;
  charge: ChargeId;
}

/**
 * Ends a consent at the provider, so that it refuses further charges: of an agreement that has ended, and of an earlier
 * order that will make none, because the fan agreed again with a later one. Repeated with the same charge id until the
 * provider has answered. Late payments end theirs with the refund.
 */
export const agreementEnds = ({ log, payments }: Parts): Process => ({
  name: 'agreement-ends',
  types: ['AgreementOffered', 'AgreementEnded'],
  timerFor(event: RecordedEvent<'AgreementOffered' | 'AgreementEnded'>) {
    const { plan_id, user_id } = event.data;
    const data = { stream: agreementStream(plan_id, user_id), position: event.position, type: event.type };
    return { key: event.id, set: { due_at: dueTimeOf(event, event.metadata.at), data } };
  },
  async fire({ data }) {
    // Timers that were set before offers were followed have no type.
    const type = data.type === 'AgreementOffered' ? 'AgreementOffered' : 'AgreementMade';
    const consents = await collectFromStreams(log, [String(data.stream)], (event): Consent[] => {
      if (event.type !== 'AgreementOffered' && event.type !== 'AgreementMade') return [];
      const { provider, out_trade_no } = event.data;
      return [{ type: event.type, position: event.position, provider, charge: chargeIdOf(out_trade_no, 1) }];
    });
    // A fan can have agreed again since.
    const ended = consents.findLast((one) => one.type === type && one.position < Number(data.position));
    const isMade = consents.some((one) => one.type === 'AgreementMade' && one.charge === ended?.charge);
    if (ended === undefined || (type === 'AgreementOffered' && isMade)) return 'done';
    const provider = payments.provider(ended.provider);
    if (provider?.endAgreement === undefined) throw new Error(`${ended.provider} cannot end an agreement`);
    await provider.endAgreement(ended.charge);
    return 'done';
  },
});
