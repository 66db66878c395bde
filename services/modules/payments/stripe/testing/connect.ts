interface Account {
  id: string;
  object: 'account';
  cards: { id: string; object: 'bank_account'; status: string; metadata: Record<string, string> }[];
}
interface Transfer {
  id: string;
  object: 'transfer';
  amount: number;
  destination: string;
  transfer_group: string;
  metadata: Record<string, string>;
  reversed: boolean;
}
interface Payout {
  id: string;
  object: 'payout';
  account: string;
  amount: number;
  destination: string;
  status: string;
  failure_code: string | null;
  metadata: Record<string, string>;
}
type Fields = Record<string, string>;
interface Answer {
  status: number;
  body: unknown;
}
interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  fields: Fields;
  /** Of the header `stripe-account`. */
  account: string;
  metadata: Record<string, string>;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const listOf = (data: readonly unknown[], url: string): Answer =>
  ok({ object: 'list', data, has_more: false, url });
const refused = (code: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: code } },
});

/** Stripe Connect: accounts of creators, transfers to them, and their payouts. Card numbers that begin with 000 are wrong. */
export function stripeConnect(behavior: {
  payoutStatus: string;
  transferError: string;
  payoutError: string;
}) {
  const accounts = new Map<string, Account>();
  const transfers: Transfer[] = [];
  const payouts: Payout[] = [];
  const tokens = new Set<string>();

  function balanceOf(account: string): number {
    const came = transfers.filter((one) => one.destination === account && !one.reversed);
    const left = payouts.filter(
      (one) => one.account === account && !['failed', 'canceled'].includes(one.status),
    );
    return [...came.map(({ amount }) => amount), ...left.map(({ amount }) => -amount)].reduce(
      (sum, one) => sum + one,
      0,
    );
  }

  function createToken({ fields }: Call): Answer {
    if (fields['bank_account[account_number]']?.startsWith('000')) return refused('account_number_invalid');
    const id = `btok_${tokens.size + 1}`;
    tokens.add(id);
    return ok({ id, object: 'token' });
  }

  function createAccount(): Answer {
    const account: Account = { id: `acct_${accounts.size + 1}`, object: 'account', cards: [] };
    accounts.set(account.id, account);
    return ok({ id: account.id, object: 'account' });
  }

  function cards({ method, path, fields, metadata }: Call, account: Account | undefined): Answer {
    if (!account) return refused('resource_missing');
    if (method === 'GET') return listOf(account.cards, path);
    if (!tokens.has(fields.external_account ?? '')) return refused('token_invalid');
    const card = {
      id: `ba_${account.id}_${account.cards.length + 1}`,
      object: 'bank_account' as const,
      status: 'new',
      metadata,
    };
    account.cards.push(card);
    return ok(card);
  }

  function createTransfer({ fields, metadata }: Call): Answer {
    if (behavior.transferError !== '') return refused(behavior.transferError);
    const { amount, destination = '', transfer_group = '' } = fields;
    if (!accounts.has(destination)) return refused('resource_missing');
    const id = `tr_${transfers.length + 1}`;
    const to = { destination, transfer_group, metadata, reversed: false };
    const transfer: Transfer = { id, object: 'transfer', amount: Number(amount), ...to };
    transfers.push(transfer);
    return ok(transfer);
  }

  function createPayout({ fields, account, metadata }: Call): Answer {
    const { amount, destination = '' } = fields;
    if (behavior.payoutError !== '') return refused(behavior.payoutError);
    if (balanceOf(account) < Number(amount)) return refused('balance_insufficient');
    const made = {
      id: `po_${payouts.length + 1}`,
      object: 'payout' as const,
      account,
      amount: Number(amount),
    };
    const payout: Payout = {
      ...made,
      destination,
      status: behavior.payoutStatus,
      failure_code: null,
      metadata,
    };
    payouts.push(payout);
    return ok(payout);
  }

  function reverse(id: string): Answer {
    const transfer = transfers.find((one) => one.id === id);
    if (!transfer || transfer.reversed || balanceOf(transfer.destination) < transfer.amount) {
      return refused('balance_insufficient');
    }
    transfer.reversed = true;
    return ok({ id: `trr_${id}`, object: 'transfer_reversal', amount: transfer.amount });
  }

  return {
    accounts,
    transfers,
    payouts,
    /** Undefined: another path. */
    answerTo(call: Call): Answer | undefined {
      const { method, path, query, account } = call;
      const [, kind, id = '', part] =
        /^\/v1\/(accounts|transfers|payouts)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
      if (path === '/v1/tokens') return createToken(call);
      if (kind === 'accounts') return part === undefined ? createAccount() : cards(call, accounts.get(id));
      if (kind === 'payouts') {
        if (method === 'POST') return createPayout(call);
        return listOf(
          payouts.filter((one) => one.account === account),
          path,
        );
      }
      if (kind !== 'transfers') return undefined;
      if (part === 'reversals') return reverse(id);
      if (method === 'POST') return createTransfer(call);
      return listOf(
        transfers.filter((one) => one.transfer_group === query.get('transfer_group')),
        path,
      );
    },
  };
}
