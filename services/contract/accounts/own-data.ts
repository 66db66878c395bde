import { endpoint } from '#services/contract/endpoint.ts';

/**
 * A file with what the caller gave and did: JSON with one part for each kind. It needs a fresh code. Three in an hour and
 * five in a day at most (42900).
 */
export const exportOwnData = endpoint('GET', '/api/account/export', {
  access: 'fan',
  confirm: 'always',
  limit: 'guess',
  description:
    'A JSON file: account, profile, consents, sessions, addresses, holders of tickets, orders, tickets, memberships, renewals, requests about orders, comments, likes, reports, posts, drafts, albums, followed creators and collected posts, blocked people, messages, notification settings, connected applications, and plans, payees and withdrawals of a creator. A part that cannot be read ends the download.',
});
