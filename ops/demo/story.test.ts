import { expect, test } from 'vitest';
import { businessCalendar, DAY_MS } from '#events/time.ts';
import type { DemoSku } from './content/creator.ts';
import { forestDeer } from './content/forest-deer.ts';
import { demoCreators, SEED } from './make-demo.ts';
import { FANS } from './people.ts';
import { randomFrom } from './random.ts';
import { tellStory } from './story.ts';

const A_SUNDAY = Date.parse('2026-11-01T05:00:00Z');
/** An example of a sold-out offer; all others can still be bought. */
const SOLD_OUT = ['A3 · 限量 30', '第一天 · 成人'];

/** The maximum demand for each product of the printed creator, single and in bundles. */
function wantedUntil(now: number): Map<string, number> {
  const wanted = new Map<string, number>();
  const add = (name: string, count: number) => wanted.set(name, (wanted.get(name) ?? 0) + count);
  const purchases = tellStory({
    random: randomFrom(SEED),
    creators: demoCreators,
    fans: FANS,
    calendar: businessCalendar('Asia/Shanghai'),
    now,
    ttl_ms: 900_000,
  });
  for (const { creator, want } of purchases) {
    if (creator !== forestDeer || 'tier' in want) continue;
    for (const { sku, count } of want.lines) add(sku, count);
    if (!('bundle' in want)) continue;
    add(want.bundle.name, 1);
    if (want.lines.length === 0) for (const { sku } of want.bundle.parts) add(sku, 1);
  }
  return wanted;
}

test.each([0, 1, 2, 3, 4, 5, 6])('on every weekday of creation some is left: %s', (weekday) => {
  const wanted = wantedUntil(A_SUNDAY + weekday * DAY_MS);
  const skus: Pick<DemoSku, 'name' | 'stock'>[] = [
    ...forestDeer.goods.flatMap((goods) => goods.skus),
    ...(forestDeer.events ?? []).flatMap((event) => event.tickets),
    ...(forestDeer.bundles ?? []),
  ];
  const gone = skus.filter(({ name, stock }) => stock !== null && (wanted.get(name) ?? 0) >= stock);
  expect(gone.map(({ name }) => name).filter((name) => !SOLD_OUT.includes(name))).toEqual([]);
});
