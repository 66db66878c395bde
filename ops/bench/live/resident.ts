import { readFile } from 'node:fs/promises';

/** Resident memory of processes, in MB. */
export interface Resident {
  /** All pages of all of them, those that several share counted once. */
  together: number;
  /** Of each process separately, shared pages included. */
  each: readonly number[];
}

interface Pages {
  own: number;
  /** Shared with whomever, by file. */
  shared: Map<string, number>;
}

const MAPPING = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/;
const AMOUNT = /^(Private|Shared)_(?:Clean|Dirty): +(\d+) kB$/;
const MB = 1_024;

async function pagesOf(pid: number): Promise<Pages> {
  const pages: Pages = { own: 0, shared: new Map() };
  let file = '';
  for (const line of (await readFile(`/proc/${pid}/smaps`, 'utf8')).split('\n')) {
    file = MAPPING.exec(line)?.[1] ?? file;
    const [, whose, kb] = AMOUNT.exec(line) ?? [];
    if (whose === 'Private') pages.own += Number(kb) / MB;
    if (whose === 'Shared') pages.shared.set(file, (pages.shared.get(file) ?? 0) + Number(kb) / MB);
  }
  return pages;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

/**
 * Counts a shared file once, with as much of it as the one holds that holds most. Not by PSS, in which
 * programs that have nothing to do with these, but run on the same Node, would carry a part.
 */
export async function residentOf(pids: readonly number[]): Promise<Resident> {
  const processes = await Promise.all(pids.map(pagesOf));
  const shared = new Map<string, number>();
  for (const pages of processes) {
    for (const [file, mb] of pages.shared) shared.set(file, Math.max(shared.get(file) ?? 0, mb));
  }
  return {
    together: sum(processes.map(({ own }) => own)) + sum(shared.values()),
    each: processes.map((pages) => pages.own + sum(pages.shared.values())),
  };
}
