import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';

/**
 * What the tests of a file or of a `describe` share: made before them, closed or dropped after them. The name can be
 * used directly; its members exist inside tests and hooks. After a test that failed its `explain` is called.
 */
export function fixture<T extends object>(make: () => T | Promise<T>): T {
  let made: (T & { close?(): unknown; drop?(): unknown; stop?(): unknown; explain?(): void }) | undefined;
  beforeAll(async () => {
    made = await make();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') made?.explain?.();
  });
  afterAll(async () => {
    await (made?.close ?? made?.drop ?? made?.stop)?.call(made);
  });
  const there = (): T => {
    if (made === undefined) throw new Error('a fixture is used inside tests and hooks alone');
    return made;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(there(), name),
    set: (_, name, value) => Reflect.set(there(), name, value),
    has: (_, name) => Reflect.has(there(), name),
    ownKeys: () => Reflect.ownKeys(there()),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(there(), name);
      return found && { ...found, configurable: true };
    },
  });
}

/** An empty folder, deleted afterwards. */
export const temporaryFolder = (): { path: string } =>
  fixture(() => {
    const path = mkdtempSync(join(tmpdir(), 'fanwatt-test-'));
    return { path, close: () => rmSync(path, { recursive: true, force: true }) };
  });
