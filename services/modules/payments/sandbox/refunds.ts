import type { Pool } from 'pg';
import { derivedHexId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { ProviderRefusal, type Refund, type RefundRequest } from '../provider.ts';

const sent = (provider_refund_id: string): Refund => ({ provider_refund_id, status: 'sent', reason: '' });

/**
 * Gives money back in the sandbox provider's books: once per refund id, never more than was paid. The
 * charge's row lock puts refunds of one charge in a row, so the sum is exact.
 */
export const refundCharge = (
  pool: Pool,
  clock: Clock,
  { refund_id, charge_id, amount }: RefundRequest,
): Promise<Refund> =>
  inTransaction(pool, async (client) => {
    const books = queriesOn(client);
    const charges = books.selectFrom('sandbox.charges').where('charge_id', '=', charge_id);
    const charge = await charges.select(['status', 'amount', 'refunded']).forUpdate().executeTakeFirst();
    const refunds = books.selectFrom('sandbox.refunds').where('refund_id', '=', refund_id);
    const before = await refunds.select(['provider_refund_id', 'charge_id', 'amount']).executeTakeFirst();
    if (before) {
      const same = before.charge_id === charge_id && before.amount === amount;
      if (!same) throw new ProviderRefusal('refund_differs', refund_id);
      return sent(before.provider_refund_id);
    }
    if (!charge) throw new ProviderRefusal('charge_unknown', charge_id);
    if (charge.status !== 'paid') throw new ProviderRefusal('not_paid', charge_id);
    const refunded = charge.refunded + amount;
    if (refunded > charge.amount) throw new ProviderRefusal('more_than_paid', charge_id);
    const provider_refund_id = `re_${derivedHexId('sandbox-refund', refund_id)}`;
    const refund = { refund_id, provider_refund_id, charge_id, amount, created_at: clock.now() };
    await books.insertInto('sandbox.refunds').values(refund).execute();
    await books.updateTable('sandbox.charges').set({ refunded }).where('charge_id', '=', charge_id).execute();
    return sent(provider_refund_id);
  });
