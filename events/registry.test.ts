import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checked, WrongField } from './checked.ts';
import { type EventType, eventData, isEventType, registry } from './registry.ts';
import { later, newest } from './testing/newest-events.ts';
import { NewerThanProgram, upcast, upcastChecked, versionOf } from './upcast.ts';

const folder = new URL('./golden/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const types = Object.keys(registry).filter(isEventType);

/** `OrderPaid.v1.json` → type and version. */
function named(file: string): { type: string; version: number } {
  const [, type = '', version = ''] = /^(\w+)\.v(\d+)\.json$/.exec(file) ?? [];
  return { type, version: Number(version) };
}

const golden = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

describe('every version ever written can still be read', () => {
  const wanted = types.flatMap((type) =>
    Array.from({ length: registry[type].version }, (_, index) => `${type}.v${index + 1}.json`),
  );

  it('and has its golden file; no file is left over', () => {
    const hint = 'files of events/golden/: the sample of events/testing/newest-events.ts, as JSON';
    expect([...files].sort(), hint).toEqual([...wanted].sort());
  });

  it.each(files)('%s reads as the newest shape', (file) => {
    const { type, version } = named(file);
    const name = type as EventType;
    expect(upcast(type, version, golden(file))).toEqual(later[name]?.[version] ?? newest[name]);
  });

  it.each(files)('%s has the fields of its schema, and no other', (file) => {
    const { type, version } = named(file);
    const lifted = upcastChecked(type, version, golden(file));
    expect(checked(eventData[type as EventType], lifted)).toEqual(lifted);
  });

  it('by an upcaster for each step up', () => {
    for (const type of types) {
      const { version, upcasters } = registry[type];
      const steps = Object.keys(upcasters)
        .map(Number)
        .sort((a, b) => a - b);
      expect(steps).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1));
    }
  });
});

describe('the registry', () => {
  it('names the version under which a type is written', () => {
    expect(versionOf('OrderPlaced')).toBe(registry.OrderPlaced.version);
  });

  it('refuses unknown types, and names that every object has', () => {
    for (const type of ['OrderTeleported', 'toString', '__proto__', '']) {
      expect(isEventType(type)).toBe(false);
      expect(() => versionOf(type)).toThrow(/not in the registry/);
      expect(() => upcast(type, 1, {})).toThrow(/not in the registry/);
    }
  });

  it('refuses data of a version newer than the program', () => {
    expect(() => upcast('OrderPaid', registry.OrderPaid.version + 1, {})).toThrow(/update it/);
  });
});

type Data = Record<string, unknown>;

/** Fields that older events do not have. */
const OPTIONAL = ['membership.after', 'upgrade.left'];
const WRONG: Readonly<Record<string, unknown>> = { string: 7, number: '7', boolean: 'true', object: 7 };

/** Copies of data that have one wrong or missing field, each with the path of the field. */
function* damaged(value: unknown, path: string[] = []): Generator<[path: string, damaged: unknown]> {
  if (value === null || typeof value !== 'object') return;
  for (const [name, field] of Object.entries(value)) {
    const inner = [...path, name];
    const withField = (other: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    if (field !== null) yield [inner.join('.'), withField(WRONG[typeof field])];
    if (!Array.isArray(value) && !OPTIONAL.includes(inner.join('.'))) {
      const { [name]: _, ...rest } = value as Data;
      yield [inner.join('.'), rest];
    }
    for (const [at, other] of damaged(field, inner)) yield [at, withField(other)];
  }
}

const fault = (type: string, version: number, data: unknown): unknown => {
  try {
    return upcastChecked(type, version, data);
  } catch (error) {
    return error;
  }
};

describe('data of another process', () => {
  it.each(types)('of type %s is refused by the name of its wrong field', (type) => {
    const { version } = registry[type];
    let count = 0;
    for (const [field, data] of damaged(later[type]?.[version] ?? newest[type])) {
      const error = fault(type, version, data);
      expect(error, field).toBeInstanceOf(WrongField);
      expect(Object(error).message).toMatch(new RegExp(`^data\\.${field}: `));
      count += 1;
    }
    expect(count).toBeGreaterThan(0);
  });

  it.each([null, [], 7, 'text', undefined])('that is no object is refused: %j', (data) => {
    for (const type of types) {
      for (let version = 1; version <= registry[type].version; version += 1)
        expect(fault(type, version, data), type).toBeInstanceOf(WrongField);
    }
  });

  it('of a newer program is no wrong field', () => {
    for (const [type, version] of [
      ['OrderTeleported', 1],
      ['OrderPaid', registry.OrderPaid.version + 1],
    ] as const)
      expect(fault(type, version, {})).toBeInstanceOf(NewerThanProgram);
  });
});
