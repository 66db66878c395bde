import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/envelope.ts';
import type { LogBatch } from '#events/log/subscription/batch.ts';
import type { DomainEvent, EventType } from '#events/registry.ts';
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
  project(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Moved>;
}

/** An event typed by its type name. */
export type ProjectedEvent = Omit<RecordedEvent, 'type' | 'data'> & DomainEvent;

/** The log has lifted the data to the newest version of its type, which is what the union describes. */
export const projected = (event: RecordedEvent): ProjectedEvent => event as ProjectedEvent;

export const fingerprintOf = ({ version, variant }: Projection): string =>
  variant === undefined ? String(version) : `${version}:${variant}`;

/** Consecutive events of the log that a projection is about to take in. */
export interface Batch extends LogBatch {
  events: readonly ProjectedEvent[];
}

/** Creates the tables with the keys that folding needs. */
export const ddlOf = ({ tables, triggers = '' }: Pick<Projection, 'tables' | 'triggers'>): string =>
  tables.map(({ ddl }) => ddl).join('\n') + triggers;

/** Creates the indexes that only queries need. */
export const indexesOf = ({ tables }: Pick<Projection, 'tables'>): string =>
  tables.map(({ indexes }) => indexes).join('\n');

export const projectedBatch = (batch: LogBatch): Batch => ({
  ...batch,
  events: batch.events.map(projected),
});
