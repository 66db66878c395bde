import type { Pool } from 'pg';
import { derivedHexId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { ProviderRefusal, type Refund, type RefundRequest } from '../provider.ts';

/**
 * Gives money back in the sandbox provider's books: once per refund id, never more than was paid. The
 * charge's row lock puts refunds of one charge in a row, so the sum is exact.
 */
export async function refundCharge(
  pool: Pool,
  clock: Clock,
  { refund_id, charge_id, amount }: RefundRequest,
): Promise<Refund> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: charges } = await client.query<{ status: string; amount: string; refunded: string }>(
      'SELECT status, amount, refunded FROM sandbox.charges WHERE charge_id = $1 FOR UPDATE',
      [charge_id],
    );
    const { rows: earlier } = await client.query<{
      provider_refund_id: string;
      charge_id: string;
      amount: string;
    }>('SELECT provider_refund_id, charge_id, amount FROM sandbox.refunds WHERE refund_id = $1', [refund_id]);
    const [charge] = charges;
    const [before] = earlier;
    if (before && (before.charge_id !== charge_id || Number(before.amount) !== amount)) {
      throw new ProviderRefusal('refund_differs', refund_id);
    }
    if (before) {
      await client.query('COMMIT');
      return { provider_refund_id: before.provider_refund_id };
    }
    if (!charge) throw new ProviderRefusal('charge_unknown', charge_id);
    if (charge.status !== 'paid') throw new ProviderRefusal('not_paid', charge_id);
    if (Number(charge.refunded) + amount > Number(charge.amount)) {
      throw new ProviderRefusal('more_than_paid', charge_id);
    }
    const provider_refund_id = `re_${derivedHexId('sandbox-refund', refund_id)}`;
    await client.query(
      `INSERT INTO sandbox.refunds (refund_id, provider_refund_id, charge_id, amount, created_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [refund_id, provider_refund_id, charge_id, amount, clock.now()],
    );
    await client.query('UPDATE sandbox.charges SET refunded = refunded + $2 WHERE charge_id = $1', [
      charge_id,
      amount,
    ]);
    await client.query('COMMIT');
    return { provider_refund_id };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
