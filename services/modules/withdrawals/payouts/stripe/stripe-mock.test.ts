import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import {
  hasStripeMock,
  NO_STRIPE_MOCK,
  startStripeMock,
} from '#services/modules/payments/stripe/testing/mock.ts';
import { SAMPLE_CARD } from '#services/modules/withdrawals/testing/sample-card.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { openStripePayouts } from './provider.ts';

describe('stripe-mock', () => {
  const database = fixture(() =>
    createTestDatabase([new URL('../../../payments/migrations/', import.meta.url)]),
  );

  it('takes every request of a payout: account, card, transfer, payout and their look-up', {
    timeout: 90_000,
  }, async ({ skip, onTestFinished }) => {
    skip(!hasStripeMock, NO_STRIPE_MOCK);
    const { apiUrl, ready, close } = await startStripeMock();
    onTestFinished(close);
    await ready();
    const account = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], methods: ['card' as const] };
    const provider = openStripePayouts(database.pool, { ...account, payouts: true, apiUrl }, movableClock());
    const state = await provider.pay({
      payout_id: 'w1-1',
      user_id: 'u1' as UserId,
      withdrawal_id: 'w1',
      amount: fenOf(1_000),
      payee: { ...SAMPLE_CARD, kind: 'bank' },
    });
    expect(['processing', 'succeeded']).toContain(state.kind);
    // Its samples have no metadata: there is a transfer, and no payout of ours.
    expect(await provider.lookUp('w1-1', 'bank')).toEqual({ kind: 'processing', unfinished: true });
  });
});
