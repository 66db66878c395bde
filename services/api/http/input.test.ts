import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fenOf, MAX_INPUT, toWire } from '#events/money.ts';
import {
  businessDay,
  businessMonth,
  flag,
  moneyInput,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { visibleText } from '#services/contract/fields/visible-text.ts';
import { InvalidInput, validateWithZod } from './input.ts';

const schema = z.object({
  name: text(5, 1),
  count: whole(1, 10).default(1),
  price: moneyInput.optional(),
  kind: z.enum(['a', 'b']).default('a'),
  on: flag.default(false),
  lines: z
    .array(z.object({ count: z.number().int().min(1).max(3) }))
    .max(2)
    .default([]),
  day: businessDay.optional(),
  month: businessMonth.optional(),
  seen: visibleText(5).optional(),
  either: z.union([z.literal(''), whole(0, 5)]).optional(),
});
const validate = validateWithZod({ schema, method: 'POST', url: '/x', httpPart: 'body' });

function errorsOf(input: object): unknown {
  const result: unknown = validate({ name: 'ok', ...input });
  const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined;
  return error instanceof InvalidInput ? error.errors : undefined;
}

describe('each kind of mistake has its sentence, by path', () => {
  test.each([
    [{ name: undefined }, 'name', { key: 'required' }],
    [{ name: '' }, 'name', { key: 'required' }],
    [{ name: ' \u3000 ' }, 'name', { key: 'required' }],
    [{ name: 5 }, 'name', { key: 'malformed' }],
    [{ name: 'too long' }, 'name', { key: 'too_long', max: '5' }],
    [{ seen: '海边的夏天啊' }, 'seen', { key: 'too_long', max: '5' }],
    [{ name: 'a\0' }, 'name', { key: 'malformed' }],
    [{ name: 'a\u202eb' }, 'name', { key: 'hidden_characters' }],
    [{ name: '\u202a' }, 'name', { key: 'hidden_characters' }],
    [{ name: 'a\u2066b' }, 'name', { key: 'hidden_characters' }],
    [{ name: '\u2069' }, 'name', { key: 'hidden_characters' }],
    [{ count: 0 }, 'count', { key: 'too_small', min: '1' }],
    [{ count: '11' }, 'count', { key: 'too_big', max: '10' }],
    [{ count: 1.5 }, 'count', { key: 'not_whole' }],
    [{ count: -3 }, 'count', { key: 'too_small', min: '1' }],
    [{ count: 'many' }, 'count', { key: 'malformed' }],
    [{ price: '1.234' }, 'price', { key: 'out_of_bounds' }],
    [{ price: '-1' }, 'price', { key: 'out_of_bounds' }],
    [{ price: toWire(fenOf(MAX_INPUT + 1)) }, 'price', { key: 'out_of_bounds' }],
    [{ price: { value: 1 } }, 'price', { key: 'malformed' }],
    [{ day: '2026-02-30' }, 'day', { key: 'malformed' }],
    [{ day: '0000-01-01' }, 'day', { key: 'out_of_bounds' }],
    [{ day: '9999-12-31' }, 'day', { key: 'out_of_bounds' }],
    [{ month: '2026-13' }, 'month', { key: 'malformed' }],
    [{ month: '0000-01' }, 'month', { key: 'out_of_bounds' }],
    [{ kind: 'c' }, 'kind', { key: 'not_one_of', choices: 'a, b' }],
    [{ on: 'yes' }, 'on', { key: 'malformed' }],
    [{ lines: [{ count: 1 }, { count: 9 }] }, 'lines.1.count', { key: 'too_big', max: '3' }],
    [{ lines: Array(10_000).fill({ count: 1 }) }, 'lines', { key: 'too_many', max: '2' }],
    [{ lines: [{}] }, 'lines.0.count', { key: 'required' }],
  ])('%j', (input, field, message) => {
    expect(errorsOf(input)).toEqual([{ field, message }]);
  });
});

test('a wrong union is an error of its field', () => {
  expect(errorsOf({ either: 1.5 })).toEqual([{ field: 'either', message: { key: 'not_whole' } }]);
  expect(errorsOf({ either: -1 })).toEqual([{ field: 'either', message: { key: 'too_small', min: '0' } }]);
  expect(errorsOf({ either: 'x' })).toEqual([{ field: 'either', message: expect.anything() }]);
});

test('at most fifty errors are listed', () => {
  const many = validateWithZod({
    schema: z.object({ lines: z.array(z.number()) }),
    method: 'POST',
    url: '/x',
    httpPart: 'body',
  });
  const result: unknown = many({ lines: Array(1000).fill('x') });
  expect(result).toMatchObject({ error: { errors: { length: 50 } } });
});

test('fields are cut, and a NUL in each of many lines makes fifty errors at most', () => {
  const key = 'k'.repeat(100_000);
  const nuls = errorsOf({ [key]: Array(12_000).fill('\0') });
  expect(nuls).toHaveLength(50);
  expect(JSON.stringify(nuls).length).toBeLessThan(20_000);
  expect(nuls).toContainEqual({ field: 'k'.repeat(200), message: { key: 'malformed' } });
  const named = validateWithZod({
    schema: z.record(z.string(), z.number()),
    method: 'POST',
    url: '/x',
    httpPart: 'body',
  });
  expect(named({ [key]: 'x' })).toMatchObject({ error: { errors: [{ field: 'k'.repeat(200) }] } });
});

test('valid input is transformed by the schema', () => {
  expect(validate({ name: 'ok', count: '7', on: '1' })).toMatchObject({ value: { count: 7, on: true } });
});
