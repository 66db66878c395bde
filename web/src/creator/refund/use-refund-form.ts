import { useRef, useState } from 'react';
import type { RefundOrder } from '#services/api/contract/after-payment.ts';
import type { OrderDetail } from '#services/api/contract/order-detail.ts';
import { kindsOf, type RefundChoice, type RefundKind, worthOf, wrongIn } from './refund-choice.ts';
import type { NamedTicket } from './refund-dialog.tsx';

/** What is chosen, and what follows from it. */
export interface RefundFormState {
  order: OrderDetail;
  tickets: readonly NamedTicket[];
  kinds: readonly RefundKind[];
  choice: RefundChoice;
  /** Yuan that go back: as typed, else what the parts cost. */
  amount: string;
  wrong: ReturnType<typeof wrongIn>;
  /** Names a refund: the same one, sent twice, is given once. */
  keyOf: (refund: RefundOrder) => string;
  change: (change: Partial<RefundChoice>) => void;
}

export function useRefundForm(order: OrderDetail, tickets: readonly NamedTicket[]): RefundFormState {
  const [choice, setChoice] = useState<RefundChoice>({
    kind: 'whole',
    counts: {},
    ticket_ids: [],
    amount: undefined,
    reason: '',
  });
  const kept = useRef({ refund: '', key: '' });
  const amount =
    choice.kind === 'whole' ? order.refundable_amount : (choice.amount ?? worthOf(order, choice, tickets));
  return {
    order,
    tickets,
    kinds: kindsOf(order, tickets),
    choice,
    amount,
    wrong: wrongIn(order, choice, amount),
    keyOf(refund) {
      const text = JSON.stringify(refund);
      if (kept.current.refund !== text) kept.current = { refund: text, key: crypto.randomUUID() };
      return kept.current.key;
    },
    change: (change) => setChoice((before) => ({ ...before, ...change })),
  };
}
