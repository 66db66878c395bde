import { expect, test } from 'vitest';
import { kindOf, shownMessage } from './error-kind.ts';

test.each([
  ['401', 'session'],
  ['40103', 'bind'],
  ['toString', 'other'],
  [undefined, 'other'],
])('the page of code %s is about %s', (ec, kind) => {
  expect(kindOf(ec)).toBe(kind);
});

test.each(['登录已失效', 'Please try again in 5 minutes.'])('shows “%s”', (em) => {
  expect(shownMessage(` ${em} `)).toBe(em);
});

test.each([
  '',
  'Call 400 820 8820 for help',
  '请加客服 ４００８２０８８２０',
  'Go to evil.example',
  'https://evil.example/',
  'Write to help@evil',
  'x'.repeat(101),
])('does not show “%s”', (em) => {
  expect(shownMessage(em)).toBeUndefined();
});
