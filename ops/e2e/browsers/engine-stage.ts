import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { lastLog, type Product, type ProductOptions, RESTARTED, startProduct } from '../product.ts';
import { keptPictureOf } from '../seen.ts';
import type { Engine } from './engine.ts';
import { type EngineName, kindOf } from './engines.ts';
import { Tab } from './tab.ts';

/** A running server, and a browser that is not Chromium. */
interface EngineStage {
  /** A new person with a window; gone after the test, which fails when a page reported an error. */
  tab(): Promise<Tab>;
  /** The server's address. */
  base(): string;
}

const START_PATIENCE_MS = 120_000;
const STORY_PATIENCE_MS = 240_000;

/** One for all files of a vitest worker, by its options; it ends with this process. */
const shared = new Map<boolean, Promise<Product>>();

/** Registers the hooks of a story in another browser; without that browser it reports as skipped. */
export function onEngine(
  name: EngineName,
  { films = false }: Pick<ProductOptions, 'films'> = {},
): EngineStage {
  vi.setConfig({ testTimeout: STORY_PATIENCE_MS });
  let product: Product | undefined;
  let engine: Engine | undefined;
  const tabs: Tab[] = [];

  beforeAll(async () => {
    engine = await kindOf(name).start();
    if (engine === undefined) return;
    const started = shared.get(films) ?? startProduct({ database: 'shared', films });
    shared.set(films, started);
    product = await started;
  }, START_PATIENCE_MS);

  afterAll(async () => engine?.close());

  beforeEach(({ skip }) => skip(engine === undefined, kindOf(name).missing));

  afterEach(async ({ task }) => {
    const troubles: string[] = [];
    for (const [at, tab] of tabs.splice(0).entries()) {
      if (task.result?.state === 'fail') await keptPictureOf(() => tab.picture(), `${name}-failed-${at}`);
      troubles.push(...tab.troubles);
      await tab.close();
    }
    const { server } = product ?? {};
    if (server?.said().includes(RESTARTED)) troubles.push(await lastLog(server.dataDir));
    expect(troubles).toEqual([]);
  });

  const base = (): string => {
    if (product === undefined) throw new Error('there is no server yet: ask inside a test');
    return product.server.base;
  };
  return {
    async tab() {
      if (engine === undefined) throw new Error('there is no browser yet: ask inside a test');
      const tab = await Tab.open(await engine.open(), base());
      tabs.push(tab);
      return tab;
    },
    base,
  };
}
