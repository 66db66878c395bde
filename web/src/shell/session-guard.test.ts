import { expect, test } from 'vitest';
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
