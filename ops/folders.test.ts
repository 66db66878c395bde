import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const MOST_FILES = 25;

/** The capabilities. A new one adds its word here first. */
const WORDS = new Set([
  ...['catalog', 'prices', 'stock', 'orders', 'payments', 'refunds', 'cart', 'memberships', 'delivery'],
  ...['tickets', 'redeem', 'replies', 'affiliates', 'goals', 'stats', 'income', 'withdrawals', 'books'],
  ...['audit', 'accounts', 'staff', 'content', 'messages', 'open', 'system'],
]);

/** Folders with capabilities, and the allowed other folders. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'services/api': ['http'],
  'services/commerce': ['engine', 'migrations'],
  'read-models': ['engine', 'migrations'],
  ...{ 'web/src/fan': ['frame'], 'web/src/creator': ['frame'], 'web/src/finance': ['frame'] },
  ...{ 'web/src/door': [], 'web/src/admin': [], 'web/src/support': [] },
};

/** Larger folders, and why. */
const LARGE: Readonly<Record<string, string>> = {
  events: 'one file for each kind of stream',
  'events/golden': 'one sample of each version of each event',
  'services/accounts/migrations': 'one file for each change of the tables; none is ever merged with another',
  'web/src/routes': 'one file for each address: the router reads this folder',
  'web/src/locales/en-US': 'one file for each namespace of texts',
  'web/src/locales/zh-CN': 'one file for each namespace of texts',
};

const IGNORED = /(^|\/)(node_modules|dist|testing|\.[^/]*)(\/|$)/;

/** Files of each folder, tests aside. */
function filesByFolder(): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const room of ['events', 'read-models', 'services', 'web', 'ops']) {
    for (const entry of readdirSync(`${root}${room}`, { recursive: true, withFileTypes: true })) {
      const folder = entry.parentPath.slice(root.length);
      if (!entry.isFile() || IGNORED.test(`${folder}/`) || /\.test\.tsx?$/.test(entry.name)) continue;
      folders.set(folder, [...(folders.get(folder) ?? []), entry.name]);
    }
  }
  return folders;
}

test(`no folder holds more than ${MOST_FILES} files, tests aside`, () => {
  const large = [...filesByFolder()].filter(([, files]) => files.length > MOST_FILES);
  expect(large.map(([folder]) => folder).sort()).toEqual(Object.keys(LARGE).sort());
});

test('web/src/api holds no calls of a capability', () => {
  expect(filesByFolder().get('web/src/api')?.sort()).toEqual([
    'client.ts',
    'live.ts',
    'queries.ts',
    'refusal.ts',
  ]);
});

test.each(Object.entries(ROOMS))('folders of %s are named by the words', (room, others) => {
  const below = [...filesByFolder().keys()].filter((folder) => folder.startsWith(`${room}/`));
  const names = new Set(below.map((folder) => folder.slice(room.length + 1).split('/')[0] ?? ''));
  expect([...names].filter((name) => !WORDS.has(name) && !others.includes(name))).toEqual([]);
});
