import { registry } from './registry.ts';

/** Types that begin a stream, each with the kind of stream. A new one needs a migration, see `streams_begin_once`. */
export const BEGINNINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(registry).flatMap(([type, { begins }]) => (begins === undefined ? [] : [[type, begins]])),
);

/**
 * Whether an event begins its stream a second time. The log refuses it since it has the trigger `streams_begin_once`.
 * Older logs can have one: it changes no state and no read model.
 */
export const isSecondBeginning = ({ type, version }: { type: string; version: number }): boolean =>
  version > 0 && BEGINNINGS.has(type);
