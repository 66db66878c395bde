import { existsSync, readFileSync } from 'node:fs';
import type { Check } from './checks.ts';
import type { Entry } from './journal.ts';

/** The times of a leader that fell silent, in milliseconds of the machine's clock. */
export interface Election {
  silent_at: number;
  /** The others follow the next leader. */
  elected_at: number;
  /** The former leader follows it, too. */
  joined_at: number;
}

const MAX_MS = 5_000;

export function readElections(file: string): Election[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const highest = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other), 0);

/**
 * Whether requests were acknowledged again within 5 s of each next leader, and every answer came within 5 s. Elections
 * during which the clients stopped are left out. The name of the check states the longest times.
 */
export function electionCheck(elections: readonly Election[], entries: readonly Entry[]): Check {
  const last = highest(entries.map(({ asked_at }) => asked_at));
  const whole = elections.filter(({ joined_at }) => joined_at < last);
  const acknowledged = entries.filter(({ outcome }) => outcome === 'acknowledged');
  const faults: string[] = [];
  const waits: number[] = [];
  const answers: number[] = [];
  for (const { silent_at, elected_at, joined_at } of whole) {
    const again = acknowledged
      .map(({ answered_at }) => answered_at)
      .filter((time) => time >= elected_at)
      .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    waits.push(again - elected_at);
    if (again - elected_at > MAX_MS)
      faults.push(`no request was acknowledged for ${seconds(again - elected_at)} after ${elected_at}`);
    // The next fault can affect requests that are open at the end.
    const during = entries.filter(
      ({ asked_at, answered_at }) =>
        asked_at >= silent_at && (answered_at <= joined_at || asked_at + MAX_MS <= joined_at),
    );
    answers.push(...during.map(({ asked_at, answered_at }) => answered_at - asked_at));
    for (const { action, asked_at, answered_at, status } of during)
      if (status === 0 || answered_at - asked_at > MAX_MS)
        faults.push(`${action}: no answer within ${seconds(answered_at - asked_at)} at ${asked_at}`);
  }
  const longest = `orders again after ${seconds(highest(waits))}, answers within ${seconds(highest(answers))}`;
  return { name: `silent leaders: ${whole.length}, ${longest}`, faults };
}
