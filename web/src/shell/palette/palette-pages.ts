import type { LinkProps } from '@tanstack/react-router';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { searchable } from '#services/contract/content/search-words.ts';
import { LANGUAGES } from '../../language/language.ts';

/** Areas of texts that have the names of pages. */
const AREAS = ['shell', 'creator', 'finance'] as const;
type Area = (typeof AREAS)[number];
type Names = Readonly<Record<Area, Readonly<Record<string, string>>>>;

interface PageEntry {
  to: LinkProps['to'];
  area: Area;
  /** In `nav` of the area's texts. */
  name: string;
}

const pages = (area: Area, entries: Readonly<Record<string, LinkProps['to']>>): PageEntry[] =>
  Object.entries(entries).map(([name, to]) => ({ area, name, to }));

const EVERYBODY = pages('shell', {
  feed: '/feed',
  explore: '/explore',
  cartoon: '/cartoon',
  music: '/music',
  cart: '/cart',
  orders: '/dashboard/order',
  purchased: '/dashboard/purchased',
  sponsoring: '/dashboard/sponsoring',
  marks: '/dashboard/mark',
  tickets: '/dashboard/ticket',
  redeem: '/redeem',
  settings: '/setting/account',
  messages: '/notice',
});
const CREATOR = pages('creator', {
  stats: '/dashboard/stats',
  analytics: '/dashboard/analytics',
  income: '/dashboard/income',
  withdraw: '/withdraw',
  bill: '/dashboard/sponsored-bill',
  sponsors: '/dashboard/sponsors',
  guests: '/dashboard/guests',
  posts: '/dashboard/posts',
  plans: '/setting/plan',
  shop: '/setting/shop',
  goals: '/setting/goal',
  redeem: '/setting/redeem',
  affiliates: '/setting/aff',
  payment: '/setting/payment',
  page: '/setting/creator',
  team: '/setting/team',
  dev: '/dashboard/dev',
});
const FINANCE = pages('finance', {
  overview: '/finance',
  settlements: '/finance/settlements',
  withdrawals: '/finance/withdrawals',
  refunds: '/finance/refunds',
  reconciliation: '/finance/reconciliation',
  ledger: '/finance/ledger',
  trial: '/finance/trial-balance',
  trace: '/finance/trace',
  audit: '/finance/audit',
  exports: '/finance/exports',
});
const ADMIN = pages('shell', { admin: '/admin' });
const SUPPORT = pages('shell', { support: '/support' });
const APPLY = pages('shell', { apply: '/apply' });

/** Pages that the person may open. */
const pagesOf = ({ creator, roles }: Profile): PageEntry[] => [
  ...EVERYBODY,
  ...(creator === null ? APPLY : CREATOR),
  ...(roles.includes('finance') ? FINANCE : []),
  ...(roles.includes('admin') ? ADMIN : []),
  ...(roles.includes('support') ? SUPPORT : []),
];

const files = import.meta.glob<{ default: { nav: Record<string, string> } }>(
  ['./*/shell.json', './*/creator.json', './*/finance.json'],
  { base: '../../locales' },
);

/** The names of pages in each language. */
export async function pageNames(): Promise<Readonly<Record<string, Names>>> {
  const ofLanguage = async (language: string) => {
    const nav = async (area: Area) => (await files[`./${language}/${area}.json`]?.())?.default.nav ?? {};
    const [shell, creator, finance] = await Promise.all(AREAS.map(nav));
    return [language, { shell: shell ?? {}, creator: creator ?? {}, finance: finance ?? {} }] as const;
  };
  return Object.fromEntries(await Promise.all(LANGUAGES.map(ofLanguage)));
}

interface FoundPage {
  to: LinkProps['to'];
  /** In the language now shown. */
  title: string;
}

/** Pages that have all of the words in their name, in either language. */
export function findPages(
  profile: Profile,
  names: Readonly<Record<string, Names>>,
  language: string,
  words: readonly string[],
): FoundPage[] {
  return pagesOf(profile).flatMap(({ to, area, name }) => {
    const all = Object.values(names).map((one) => searchable(one[area][name] ?? ''));
    const isFound = all.some((one) => words.every((word) => one.includes(word)));
    return isFound ? [{ to, title: names[language]?.[area][name] ?? '' }] : [];
  });
}
