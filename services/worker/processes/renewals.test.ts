import { expect, it } from 'vitest';
import { membershipStream } from '#events/stream-names.ts';
import { membershipKind, runOf } from '#services/commerce/memberships/membership.ts';
import { exploreUntil, type History, live, type Script } from '#services/commerce/testing/history.ts';
import { CREATOR, LI, PLAN } from '#services/commerce/testing/scenario.ts';
import { Renewing, renewalHistory } from '../testing/renewal-history.ts';

/** Cases that chance may not meet. */
const examples: readonly Script[] = [
  [['buy', true], ['hide'], ['hours', 800]],
  [['buy', true], ['hide the creator'], ['hours', 760], ['show the creator'], ['hours', 9]],
  [['buy', true], ['hide the creator'], ['hours', 800], ['hours', 100]],
  [
    ['buy', true],
    ['behave', 'fail'],
    ['hours', 740],
    ['hide the creator'],
    ['hours', 20],
    ['show the creator'],
  ],
  [
    ['buy', true],
    ['behave', 'fail'],
    ['hours', 900],
  ],
  [
    ['buy', true],
    ['behave', 'late'],
    ['hours', 800],
  ],
  [['buy', true], ['behave', 'fail'], ['hours', 750], ['cancel the renewal']],
  [
    ['buy', true],
    ['kill', 2],
    ['hours', 800],
  ],
];

it('long histories with two workers that are killed equal the plain model', async () => {
  const hard = [
    'missed',
    'RenewalPaid',
    'RenewalFailed',
    'fan',
    'declined',
    'order_closed',
    'refunded',
    'not_on_sale',
  ];
  await exploreUntil(renewalHistory, hard, { numRuns: 60, examples });
});

it('renewals keep the day of the month: from 31 January to the last days of the months after', async () => {
  const from = Date.parse('2026-01-31T04:00:00Z');
  const january: History<Renewing> = {
    ...renewalHistory,
    begin: (conditions) => new Renewing(conditions, { from }),
  };
  const { memory } = await live(january, [
    ['buy', true],
    ['hours', 24 * 75],
  ]);
  const run = runOf(memory.stateOf(membershipKind, membershipStream(CREATOR, LI)), PLAN);
  const ends = run?.run.grants.map(({ until }) => new Date(until ?? 0).toISOString().slice(0, 10));
  expect(ends).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
});

it('negative control: a provider that forgets its charges takes money twice', async () => {
  const forgetful: History<Renewing> = {
    ...renewalHistory,
    begin: (conditions) => new Renewing(conditions, { forgetful: true }),
  };
  const script: Script = [
    ['buy', true],
    ['hours', 800],
  ];
  await live(renewalHistory, script);
  await expect(live(forgetful, script)).rejects.toThrow();
});
