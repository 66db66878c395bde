import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { EventType } from '#events/registry.ts';
import type { TableDdl } from './table.ts';

/** Users whose data changed in a batch; only they are notified. */
export interface Moved {
  creators: ReadonlySet<string>;
  users: ReadonlySet<string>;
}

/**
 * A set of tables built from events. It reads only the batch, its own tables and earlier events, so that the same
 * log always gives the same rows.
 */
export interface Projection {
  /** Lower-case letters and underscores: it becomes part of a schema's name. */
  readonly name: string;
  /** Raised when tables or folding change: the tables are then rebuilt beside the active ones. */
  readonly version: number;
  /** Further inputs of the rows, as the business time zone; part of the fingerprint. */
  readonly variant?: string;
  readonly types: readonly EventType[];
  /** Kinds of streams of which every event is among `types`: their versions must follow on without a gap. */
  readonly whole: readonly string[];
  /** It compares versions itself, so it gets second beginnings of streams, too. */
  readonly comparesVersions?: true;
  /** Each is shown as a view `rm.<table>`, so their names differ between projections. */
  readonly tables: readonly TableDdl[];
  /** DDL of functions and triggers. Names are unqualified: it runs in the schema of the generation. */
  readonly triggers?: string;
  /** Folds a batch and writes it set-wise, inside the transaction that also moves the checkpoint. */
  project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved>;
}

export const fingerprintOf = ({ version, variant }: Projection): string =>
  variant === undefined ? String(version) : `${version}:${variant}`;

/** Creates the tables with the keys that folding needs. */
export const ddlOf = ({ tables, triggers = '' }: Pick<Projection, 'tables' | 'triggers'>): string =>
  tables.map(({ ddl }) => ddl).join('\n') + triggers;

/** Creates the indexes that only queries need. */
export const indexesOf = ({ tables }: Pick<Projection, 'tables'>): string =>
  tables.map(({ indexes }) => indexes).join('\n');
