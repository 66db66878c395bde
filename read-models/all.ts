import type { BusinessCalendar } from '#events/time.ts';
import { affiliates } from './affiliates/projection.ts';
import { ledger } from './books/ledger/projection.ts';
import { reconciliation } from './books/reconciliation/projection.ts';
import { cases } from './cases/projection.ts';
import { catalog } from './catalog/projection.ts';
import { grants } from './content/grants/projection.ts';
import { posts } from './content/projection.ts';
import { votes } from './content/votes/projection.ts';
import { shippingTemplates } from './delivery/shipping-templates/projection.ts';
import type { Projection } from './engine/projection.ts';
import { goals } from './goals/projection.ts';
import { agreements } from './memberships/agreements/projection.ts';
import { memberships } from './memberships/projection.ts';
import { sponsors } from './memberships/sponsors/projection.ts';
import { orderFacts } from './orders/order-facts.ts';
import { orders } from './orders/projection.ts';
import { redeem } from './redeem/projection.ts';
import { refundDesk } from './refunds/projection.ts';
import { replies } from './replies/projection.ts';
import { staffActions } from './staff/staff-actions/projection.ts';
import { dailyStats } from './stats/daily-stats/projection.ts';
import { stock } from './stock/projection.ts';
import { tickets } from './tickets/projection.ts';
import { withdrawals } from './withdrawals/projection.ts';

/** Every read model. */
export const allProjections = (calendar: BusinessCalendar): readonly Projection[] => {
  const facts = orderFacts();
  return [
    catalog,
    stock,
    orders(calendar),
    dailyStats(calendar, facts),
    sponsors(facts),
    memberships,
    agreements,
    shippingTemplates,
    goals(calendar, facts),
    posts,
    votes,
    grants(facts),
    redeem,
    affiliates,
    replies,
    tickets,
    ledger(calendar, facts),
    withdrawals,
    reconciliation(facts),
    cases,
    refundDesk,
    staffActions,
  ];
};
