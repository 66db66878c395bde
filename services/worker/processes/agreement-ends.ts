import { type ChargeId, chargeIdOf } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { keptOfStreams } from '#events/log/stream-pages.ts';
import type { DataOf } from '#events/registry.ts';
import { agreementStream } from '#events/stream-names.ts';
import type { Payments } from '#services/payments/registry.ts';
import type { Process } from '../process.ts';
import { dueAfter } from './due.ts';

interface Parts {
  log: EventLog;
  payments: Pick<Payments, 'provider'>;
}

interface Made {
  position: number;
  provider: string;
  charge: ChargeId;
}

/**
 * Tells the provider that an agreement has ended, so that it refuses further charges. Repeated with the same charge id
 * until the provider has answered.
 */
export const agreementEnds = ({ log, payments }: Parts): Process => ({
  name: 'agreement-ends',
  types: ['AgreementEnded'],
  timerFor(event) {
    const { plan_id, user_id } = event.data as DataOf<'AgreementEnded'>; // the only type
    const data = { stream: agreementStream(plan_id, user_id), position: event.position };
    return { key: event.id, set: { due_at: dueAfter(event, event.metadata.at), data } };
  },
  async fire({ data }) {
    const made = await keptOfStreams(log, [String(data.stream)], (event): Made[] => {
      if (event.type !== 'AgreementMade') return [];
      const { provider, out_trade_no } = event.data as DataOf<'AgreementMade'>; // by its type
      return [{ position: event.position, provider, charge: chargeIdOf(out_trade_no, 1) }];
    });
    // A fan can have agreed again since.
    const ended = made.findLast(({ position }) => position < Number(data.position));
    if (ended === undefined) return 'done';
    const provider = payments.provider(ended.provider);
    if (provider?.endAgreement === undefined) throw new Error(`${ended.provider} cannot end an agreement`);
    await provider.endAgreement(ended.charge);
    return 'done';
  },
});
