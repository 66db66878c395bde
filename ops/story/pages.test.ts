import { expect, test } from 'vitest';
import { demoAccounts } from '#ops/demo/accounts.ts';
import { creatorPages, fanPages, guestPages, type Page } from './pages.ts';
import { signIn } from './people.ts';
import { onStage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import { walk } from './walk.ts';

const stage = onStage({ database: 'throwaway', demo: true });

async function signedIn(visitor: Visitor, role: 'fan' | 'creator'): Promise<void> {
  const account = demoAccounts.find((one) => one.role === role);
  await signIn(visitor, account?.account ?? '', account?.password ?? '');
}

const people: Record<string, (visitor: Visitor) => Promise<Page[]>> = {
  guest: guestPages,
  fan: async (visitor) => {
    await signedIn(visitor, 'fan');
    return fanPages(visitor);
  },
  creator: async (visitor) => {
    await signedIn(visitor, 'creator');
    return creatorPages(visitor);
  },
};

/** Both themes at once: each has a window, and so a processor, of its own. */
test.each(Object.keys(people))(
  'every page of a %s fits, can be read and reports no error',
  async (who) => {
    const findings = await Promise.all(
      (['light', 'dark'] as const).map(async (theme) => {
        const visitor = await stage.visitor({ language: 'zh-CN', theme });
        const pages = (await people[who]?.(visitor)) ?? [];
        return walk(visitor, pages, theme);
      }),
    );
    expect(findings.flat()).toEqual([]);
  },
  240_000,
);
