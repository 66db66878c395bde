import { describe, expect, test } from 'vitest';
import { signInAs } from './demo-people.ts';
import { changedPages } from './page-routes.ts';
import { bookPages } from './pages/book-pages.ts';
import { deskPages } from './pages/desk-pages.ts';
import { financePages } from './pages/finance-pages.ts';
import type { Page } from './pages/page.ts';
import { creatorPages, fanPages, guestPages } from './pages/pages.ts';
import { adminPages, supportPages } from './pages/staff-pages.ts';
import { changeRoles, refuseCertification } from './staff-work.ts';
import { onStage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import { LARGE_TEXT, looksOf, NAMES, OTHER_WIDTHS, walk } from './walk.ts';
import type { Language } from './words.ts';

const stage = onStage({ database: 'throwaway', demo: true });

const people: Record<string, (visitor: Visitor) => Promise<Page[]>> = {
  guest: guestPages,
  fan: async (visitor) => {
    await signInAs(visitor, 'fan');
    return fanPages(visitor);
  },
  creator: async (visitor) => {
    await signInAs(visitor, 'creator');
    return creatorPages(visitor);
  },
  finance: async (visitor) => {
    await signInAs(visitor, 'finance');
    return [...(await financePages()), ...(await deskPages(visitor)), ...(await bookPages(visitor))];
  },
  admin: async (visitor) => {
    await signInAs(visitor, 'admin');
    return adminPages(visitor);
  },
  support: async (visitor) => {
    await signInAs(visitor, 'support');
    return supportPages(visitor);
  },
};

/** 40 characters each, the most that a name may have. */
const LONG_NAMES = ['MaximilianAlexanderBartholomewFitzgerald', '风'.repeat(40), '🌸'.repeat(40)];
const giveLongNames = () =>
  stage
    .database()
    .query('UPDATE accounts.users SET name = ($1::text[])[1 + abs(hashtext(id::text)) % 3]', [LONG_NAMES]);

test('an admin gives a role and takes it back, and others see it as it happens', () => changeRoles(stage));

/** The demo's names come first: they are permanent. */
describe.each(NAMES.filter((names) => looksOf(names).length > 0))('with %s', (names) => {
  /** Two windows of one session, each in its own language. */
  test.each(Object.keys(people))(
    'every page of a %s fits, can be read and reports no error',
    async (who) => {
      if (names === 'long names') await giveLongNames();
      const looks = looksOf(names);
      const one = await stage.visitor({ ...looks[0], language: 'zh-CN' });
      const pages = (await people[who]?.(one)) ?? [];
      const other = await stage.visitor({ ...looks.at(-1), language: 'en-US' });
      await other.context.addCookies(await one.context.cookies());
      const inLanguage = (language: Language) => looks.filter((look) => look.language === language);
      const findings = await Promise.all([
        walk(one, pages, inLanguage('zh-CN')),
        walk(other, pages, inLanguage('en-US')),
      ]);
      const changed = changedPages(pages);
      findings.push(await walk(one, changed, OTHER_WIDTHS));
      findings.push(await walk(one, who === 'guest' ? pages : changed, LARGE_TEXT));
      expect(findings.flat()).toEqual([]);
    },
    600_000,
  );
});

test('an admin refuses to certify a creator', () => refuseCertification(stage), 60_000);
