import { expect, test } from 'vitest';
import type { DemoAccount } from '#ops/demo/accounts.ts';
import { demoVisitor } from './demo-people.ts';
import { fits } from './page-checks.ts';
import { bookPages } from './pages/book-pages.ts';
import { deskPages } from './pages/desk-pages.ts';
import type { Page } from './pages/page.ts';
import { creatorPages, fanPages } from './pages/pages.ts';
import { adminPages, supportPages } from './pages/staff-pages.ts';
import { keptPicture } from './seen.ts';
import { drawn, settled } from './settled.ts';
import { onStage } from './stage.ts';
import type { Visitor } from './visitor.ts';

const stage = onStage({ database: 'throwaway', demo: true });

/** 40 characters each, the most that a name may have. */
const NAMES = ['MaximilianAlexanderBartholomewFitzgerald', '风'.repeat(40), '🌸'.repeat(40)];
const WIDTHS = [1440, 1024, 390];

const pagesOf: Partial<Record<DemoAccount['role'], (visitor: Visitor) => Promise<Page[]>>> = {
  creator: creatorPages,
  fan: fanPages,
  finance: async (visitor) => [
    { name: 'finance', path: '/finance' },
    ...(await deskPages(visitor)),
    ...(await bookPages(visitor)),
  ],
  support: supportPages,
  admin: adminPages,
};

test.each(Object.keys(pagesOf) as DemoAccount['role'][])(
  'names of 40 characters break no amount and cut no badge, for a %s',
  async (role) => {
    await stage
      .database()
      .query('UPDATE accounts.users SET name = ($1::text[])[1 + abs(hashtext(id::text)) % 3]', [NAMES]);
    const visitor = await demoVisitor(stage, role);
    const { page } = visitor;
    const wrong: string[] = [];
    for (const { name, path } of (await pagesOf[role]?.(visitor)) ?? []) {
      await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
      await page.goto(path);
      await settled(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        wrong.push(...(await fits(page)).map((one) => `${name} ${width}: ${one}`));
        await keptPicture(page, `long-${name}-${width}`);
      }
    }
    visitor.troubles.splice(0);
    expect(wrong).toEqual([]);
  },
  400_000,
);
