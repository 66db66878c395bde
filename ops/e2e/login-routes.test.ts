import { expect, test } from 'vitest';
import { unguarded } from './login-routes.ts';

test('every login-required address of the specification has a guard', () => {
  expect(unguarded()).toEqual([]);
});
