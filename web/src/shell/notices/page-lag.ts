import type { LagAnswer } from '#services/contract/system/calls.ts';

export interface PageLag {
  /** How old the oldest figures of the page are; 0 when they are current. */
  seconds: number;
  incomplete: boolean;
}

/** The notice of a page with these read models; undefined without one. */
export function pageLag(
  read_models: LagAnswer['read_models'],
  topics: readonly string[],
): PageLag | undefined {
  const shown = read_models.filter(({ name }) => topics.includes(name));
  if (shown.length === 0) return undefined;
  return {
    seconds: Math.max(...shown.map(({ seconds_behind }) => seconds_behind)),
    incomplete: shown.some(({ incomplete_from }) => incomplete_from !== null),
  };
}
