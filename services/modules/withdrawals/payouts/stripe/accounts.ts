import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { derivedHexId, type UserId } from '#events/ids.ts';
import type { Payee } from '#services/modules/withdrawals/withdraw-methods.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';

type BankPayee = Extract<Payee, { kind: 'bank' }>;

/** Our bank cards are those of mainland China. */
const COUNTRY = 'CN';
const CURRENCY = 'cny';
const PAGE = 100;

interface Parts {
  pool: Pool;
  clock: Clock;
  stripe: Stripe;
}

/** The same card has the same name here, without its number. */
const nameOf = ({ bank_acct_no, bank_branch_code, name }: BankPayee): string =>
  derivedHexId('stripe-bank', bank_acct_no, bank_branch_code, name);

/** Creators' accounts at Stripe: one for each creator, which pays out only when we request it. */
export function stripeAccounts({ pool, clock, stripe }: Parts) {
  const accounts = queriesOn(pool);

  async function find(user_id: UserId): Promise<string | undefined> {
    const found = accounts.selectFrom('payments.stripe_accounts').where('user_id', '=', user_id);
    return (await found.select('account_id').executeTakeFirst())?.account_id;
  }

  /** Two at once save one of them. */
  async function accountOf(user_id: UserId, { name }: BankPayee): Promise<string> {
    const known = await find(user_id);
    if (known !== undefined) return known;
    const [last_name = '', ...rest] = [...name];
    const made = await stripe.accounts.create(
      {
        type: 'custom',
        country: COUNTRY,
        business_type: 'individual',
        individual: { last_name, first_name: rest.join('') },
        capabilities: { transfers: { requested: true } },
        tos_acceptance: { service_agreement: 'recipient' },
        settings: { payouts: { schedule: { interval: 'manual' } } },
        metadata: { user_id },
      },
      { idempotencyKey: `account ${user_id}` },
    );
    await accounts
      .insertInto('payments.stripe_accounts')
      .values({ user_id, account_id: made.id, created_at: clock.now() })
      .onConflict((on) => on.doNothing())
      .execute();
    return (await find(user_id)) ?? made.id;
  }

  /**
   * The payee's card on the account. Two at once can add it twice, which is the same card. After a failed payout Stripe
   * pays nothing to it any more (`errored`), so that it is added again.
   */
  async function cardOf(account: string, payee: BankPayee): Promise<string> {
    const name = nameOf(payee);
    for await (const one of stripe.accounts.listExternalAccounts(account, {
      object: 'bank_account',
      limit: PAGE,
    })) {
      const isUsable = one.object === 'bank_account' && one.status !== 'errored';
      if (isUsable && one.metadata?.payee === name) return one.id;
    }
    const token = await stripe.tokens.create({
      bank_account: {
        country: COUNTRY,
        currency: CURRENCY,
        account_number: payee.bank_acct_no,
        account_holder_name: payee.name,
        account_holder_type: 'individual',
        ...(payee.bank_branch_code !== '' && { routing_number: payee.bank_branch_code }),
      },
    });
    const made = await stripe.accounts.createExternalAccount(account, {
      external_account: token.id,
      metadata: { payee: name },
    });
    return made.id;
  }

  return { accountOf, cardOf };
}
