import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WORDS } from '#services/capabilities.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  ...globSync('docs/domain/*.md').sort(),
  'docs/kafka.md',
  'docs/operating.md',
  'docs/performance.md',
];
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n');

/** Paths from the root, and names of source files without a folder. */
const isPath = (word: string) =>
  /^(events|read-models|services|web|ops|docs)\/[\w$./-]*$/.test(word) || /^[\w.-]+\.(ts|tsx)$/.test(word);

const exists = (path: string) =>
  existsSync(path) || (!path.includes('/') && files.some((file) => file.endsWith(`/${path}`)));

describe('the pages', () => {
  test('each page of the rules has the name of a word', () => {
    const names = globSync('docs/domain/*.md').map((page) => basename(page, '.md'));
    const words = new Set<string>([...WORDS, 'README', 'shell']);
    expect(names.filter((name) => !words.has(name))).toEqual([]);
    const list = readFileSync('docs/domain/README.md', 'utf8');
    const missing = names.filter((name) => name !== 'README' && !list.includes(`(${name}.md)`));
    expect(missing, 'not in the list of docs/domain/README.md').toEqual([]);
  });

  test.each(pages)('%s names paths that exist', (page) => {
    const words = [...readFileSync(page, 'utf8').matchAll(/`([^`\s]+)`|\]\(([^)#:\s]+)/g)];
    const paths = words.map(([, code, link]) => code ?? link ?? '').filter(isPath);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});
