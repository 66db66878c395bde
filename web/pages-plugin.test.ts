import { expect, it, test } from 'vitest';
import { pathOf, routeIds } from './pages-plugin.ts';

test.each([
  ['/', '/'],
  ['/a/$slug/', '/a/$slug'],
  ['/_creator/my/dashboard', '/my/dashboard'],
  ['/apply_/certify', '/apply/certify'],
  ['/_creator', undefined],
  ['/$', undefined],
])('the route %s has the address %s', (id, path) => {
  expect(pathOf(id)).toBe(path);
});

it('knows each route', () => {
  const ids = routeIds();
  expect(ids.get('a.$slug.index')).toBe('/a/$slug/');
  expect(ids.size).toBeGreaterThan(80);
});
