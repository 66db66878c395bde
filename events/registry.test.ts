import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EventType, isEventType, registry, upcast, versionOf } from './registry.ts';
import { later, newest } from './testing/newest-events.ts';

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
