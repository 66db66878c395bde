import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsOf } from '#services/runtime/secrets.ts';
import { type AddressBinding, openMediaAddresses } from './addresses.ts';

const addresses = openMediaAddresses(secretsOf('one house'));
const MINUTE = 60_000;
const AT = 29_000_000 * MINUTE;
const binding: AddressBinding = { reader: 'r1', used_by: 'post:p1', file_id: 'f1', variant: 'w720' };

/** The parts of an address, as the route gets them. */
function partsOf(address: string) {
  const url = new URL(address, 'http://house');
  const [, , file_id = '', variant = ''] = url.pathname.split('/');
  return { file: { file_id, variant }, query: Object.fromEntries(url.searchParams) };
}

test('an address is valid for its reader until it expires', () => {
  const { file, query } = partsOf(addresses.of(binding, AT));
  const at = (later: number, reader = 'r1') => addresses.check(file, query, reader, AT + later);
  expect(at(0)).toEqual({ valid: true, binding, expires: AT / 1000 + 120 });
  expect(at(2 * MINUTE - 1)).toMatchObject({ valid: true });
  expect(at(2 * MINUTE)).toEqual({ valid: false, problem: 'expired' });
  expect(at(0, 'r2')).toEqual({ valid: false, problem: 'other_reader' });
  expect(at(0, '')).toEqual({ valid: false, problem: 'other_reader' });
});

test('an address for everybody is valid for each reader', () => {
  const { file, query } = partsOf(addresses.of({ ...binding, reader: '' }, AT));
  for (const reader of ['', 'r1'])
    expect(addresses.check(file, query, reader, AT)).toMatchObject({ valid: true });
});

test('addresses of one minute are equal, and valid for a minute at least', () => {
  expect(addresses.of(binding, AT + MINUTE - 1)).toBe(addresses.of(binding, AT));
  expect(addresses.of(binding, AT + MINUTE)).not.toBe(addresses.of(binding, AT));
  const { file, query } = partsOf(addresses.of(binding, AT + MINUTE - 1));
  expect(addresses.check(file, query, 'r1', AT + 2 * MINUTE - 1)).toMatchObject({ valid: true });
});

test('another house signs other addresses', () => {
  const { file, query } = partsOf(openMediaAddresses(secretsOf('another')).of(binding, AT));
  expect(addresses.check(file, query, 'r1', AT)).toEqual({ valid: false, problem: 'changed' });
});

test('no part of an address can be changed', () => {
  const text = fc.string({ maxLength: 12 });
  const part = fc.constantFrom('e', 'u', 'p', 's', 'file_id', 'variant');
  fc.assert(
    fc.property(part, text, (name, value) => {
      const { file, query } = partsOf(addresses.of(binding, AT));
      const before: Record<string, string> = { ...file, ...query };
      fc.pre(before[name] !== value);
      const { file_id = '', variant = '', ...changed } = { ...before, [name]: value };
      const reader = changed.u ?? '';
      expect(addresses.check({ file_id, variant }, changed, reader, AT)).toMatchObject({ valid: false });
    }),
  );
});

test('parts cannot be moved into their neighbours', () => {
  const { query } = partsOf(addresses.of({ ...binding, file_id: 'f1', variant: '2' }, AT));
  expect(addresses.check({ file_id: 'f', variant: '12' }, query, 'r1', AT)).toMatchObject({ valid: false });
});

test('an expiry that is no number is refused', () => {
  const { file, query } = partsOf(addresses.of(binding, AT));
  for (const e of ['', 'NaN', '1e9', '-1', '9'.repeat(400), undefined]) {
    expect(addresses.check(file, { ...query, e }, 'r1', AT)).toEqual({ valid: false, problem: 'changed' });
  }
});
