import { expect, test } from 'vitest';
import { homeOf } from './home.ts';
import { wayBack } from './session-guard.ts';

test.each([
  ['/dashboard/order?status=1', '/dashboard/order?status=1'],
  [undefined, '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?back=%2Fdashboard%2Fsponsored-bill', '/'],
  ['/logins', '/logins'],
])('the way back %s leads to %s', (back, leads) => {
  expect(wayBack(back)).toBe(leads);
});

test.each([
  ['a guest', null, '/'],
  ['a fan', { creator: null, roles: [] }, '/feed'],
  ['a person of finance', { creator: null, roles: ['finance'] }, '/finance'],
  ['an admin with two roles', { creator: null, roles: ['support', 'admin'] }, '/admin'],
])('home of %s is %s', (_, profile, home) => {
  expect(homeOf(profile)).toBe(home);
  expect(wayBack('//evil.example/', homeOf(profile))).toBe(home);
});
