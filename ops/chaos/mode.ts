import type { Pool } from 'pg';
import type { Random } from '#ops/demo/random.ts';
import type { Child, ChildOptions } from '#ops/start/child.ts';
import type { Stops } from '#ops/start/stops.ts';
import type { Check } from './checks.ts';
import type { Entry } from './journal.ts';

/** Something that has faults. Its name is in the report. */
export type Target = {
  name: string;
  /** How often it is chosen, relative to the others. */
  weight: number;
} & (
  | {
      /** The process to kill, or to stop for a while; undefined: none is there now. */
      pid(random: Random): number | undefined | Promise<number | undefined>;
    }
  | {
      /** Another fault, named `moved: clock`. @returns whether it happened */
      strike(random: Random): boolean | Promise<boolean>;
      /** Its effect is measured: stopped processes have continued, and killed ones run again. */
      alone?: true;
    }
);

/** Starts a process that is started again when it dies, and that stops with the run. */
export type Launch = (options: Pick<ChildOptions, 'name' | 'program' | 'env' | 'heap_mb'>) => Promise<Child>;

export interface Around {
  dataDir: string;
  databaseUrl: string;
  launch: Launch;
  /** Ends what the mode has started itself. */
  stops: Stops;
}

/** Additions of a mode to a run. */
export interface Added {
  /** Settings of the APIs and the worker. */
  env: NodeJS.ProcessEnv;
  /** API processes; default: 2. */
  apis?: number;
  targets: readonly Target[];
  /** Checks after the end of all work; the servers still run. */
  check(pool: Pool, entries: readonly Entry[]): Promise<readonly Check[]>;
}

export type OpenMode = (around: Around) => Promise<Added>;

export interface Mode {
  /** Its line of the usage. */
  use: string;
  values: RegExp;
  /** Starts its processes, before those of Fanwatt. */
  open(around: Around, value: string): Promise<Added>;
}
