import { getMyAccount, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { getFactors } from '#services/contract/accounts/factors.ts';
import { listSessions } from '#services/contract/accounts/sessions.ts';
import { getConsent } from '#services/contract/accounts/terms.ts';
import { listAllPlans } from '#services/contract/catalog/plans.ts';
import { listAddresses } from '#services/contract/delivery/addresses.ts';
import type { Endpoint } from '#services/contract/endpoint.ts';
import { listAgreements } from '#services/contract/memberships/calls.ts';
import { listMySponsorships } from '#services/contract/memberships/sponsors.ts';
import { listMyMessages } from '#services/contract/messages/calls.ts';
import { getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { listConnectedApps } from '#services/contract/open/oauth.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { listIdcards } from '#services/contract/tickets/identities.ts';
import { listMyTickets } from '#services/contract/tickets/tickets.ts';
import { getWithdrawInfo } from '#services/contract/withdrawals/withdraw-methods.ts';
import { listMyWithdrawals } from '#services/contract/withdrawals/withdrawals.ts';

/** What the person's own pages show, by the same calls. */
export const OWN_CALLS: Readonly<Record<string, Endpoint>> = {
  account: getMyAccount,
  profile: getMyProfile,
  security: getFactors,
  sessions: listSessions,
  consents: getConsent,
  addresses: listAddresses,
  ticket_holders: listIdcards,
  orders: listMyOrders,
  tickets: listMyTickets,
  sponsorships: listMySponsorships,
  renewals: listAgreements,
  messages: listMyMessages,
  notification_settings: getNotifyConfig,
  connected_applications: listConnectedApps,
};
export const CREATOR_CALLS: Readonly<Record<string, Endpoint>> = {
  plans: listAllPlans,
  payees: getWithdrawInfo,
  withdrawals: listMyWithdrawals,
};
