import i18next from 'i18next';
import { beforeAll, expect, test, vi } from 'vitest';
import { ApiRefusal, EC, ServerUnreachable } from '../api/refusal.ts';
import texts from '../locales/en-US/shell.json' with { type: 'json' };
import { sentenceOf } from './queries.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en-US', resources: { 'en-US': { shell: texts } } });
});

const missing = (): unknown => Reflect.get([], 'toSorted2')();

function caught(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

test('only an error of the network is called one; others have a number, the same each time', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const unreachable = texts.state.unreachable;
  expect(sentenceOf(new ServerUnreachable('/', {}))).toBe(unreachable);
  expect(sentenceOf(new DOMException('late', 'TimeoutError'))).toBe(unreachable);

  const fault = new RangeError('Invalid time value');
  expect(sentenceOf(fault)).toMatch(/went wrong.*number [0-9A-F]{8}\.$/);
  expect(sentenceOf(fault)).toBe(sentenceOf(fault));
  expect(sentenceOf(new RangeError('another'))).not.toBe(sentenceOf(fault));
  expect(log.mock.calls[0]?.[0]).toMatch(/[0-9A-F]{8}/);
  log.mockRestore();
});

test.each([
  ['Chrome', caught(missing)],
  ['Safari', new ReferenceError("Can't find variable: Temporal")],
  ['Firefox', new TypeError('"x".isWellFormed is not a function')],
])(
  'a function that the browser lacks, as %s names it: the sentence asks to update the browser',
  (_, error) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(sentenceOf(error)).toContain('update your browser');
    log.mockRestore();
  },
);

test('a refusal has the sentence of the server; a fault of the server also its number', () => {
  expect(sentenceOf(new ApiRefusal(EC.outOfStock, 'Sold out', [], {}))).toBe('Sold out');
  const fault = new ApiRefusal(EC.internal, 'Something went wrong.', [], { request_id: 'req-7' });
  expect(sentenceOf(fault)).toBe('Something went wrong. (number req-7)');
});
