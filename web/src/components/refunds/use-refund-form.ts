import { useState } from 'react';
import type { z } from 'zod';
import {
  type RefundOrder,
  type refundedOrder,
  refundOrder,
} from '#services/contract/orders/after-payment.ts';
import { type Mutation, useCall } from '../../api/queries.ts';
import {
  kindsOf,
  type OpenTicket,
  type RefundableOrder,
  type RefundChoice,
  type RefundKind,
  worthOf,
  wrongIn,
} from './refund-choice.ts';

/** A ticket as the form names it. */
export interface NamedTicket extends OpenTicket {
  code: string;
  name: string;
}

/** The choice and the derived values. */
export interface RefundFormState<Order extends RefundableOrder = RefundableOrder> {
  order: Order;
  tickets: readonly NamedTicket[];
  kinds: readonly RefundKind[];
  choice: RefundChoice;
  /** The refund in yuan: as typed, else the price of the units. */
  amount: string;
  wrong: ReturnType<typeof wrongIn>;
  /** It stays while the person reviews or changes the choice. The same refund, sent twice, is paid once. */
  refund: Mutation<Refunded, RefundOrder>;
  change: (change: Partial<RefundChoice>) => void;
}

export type Refunded = z.infer<typeof refundedOrder>;

export function useRefundForm<Order extends RefundableOrder>(
  order: Order,
  tickets: readonly NamedTicket[],
): RefundFormState<Order> {
  const [choice, setChoice] = useState<RefundChoice>({
    kind: 'whole',
    counts: {},
    ticket_ids: [],
    amount: undefined,
    reason: '',
  });
  const refund = useCall(refundOrder, { quiet: true });
  const amount =
    choice.kind === 'whole' ? order.refundable_amount : (choice.amount ?? worthOf(order, choice, tickets));
  return {
    order,
    tickets,
    kinds: kindsOf(order, tickets),
    choice,
    amount,
    wrong: wrongIn(order, choice, amount),
    refund,
    change: (change) => setChoice((before) => ({ ...before, ...change })),
  };
}
