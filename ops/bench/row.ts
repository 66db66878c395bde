/** One line of the table in docs/performance.md: a figure beside a reference measured in the same run. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  /** `undefined` where the reference was not measured (peers are only run with `--peers`). */
  reference: { name: string; value: number | undefined };
  /** value ÷ reference. */
  ratio: number | undefined;
  target: number;
  /** `undefined` when it could not be judged. */
  met: boolean | undefined;
}

export interface BenchContext {
  /** A PostgreSQL server on which databases may be made; its own database is not touched. */
  databaseUrl: string;
  /** Install and run the peers too. */
  peers: boolean;
  /** A tenth of the work: to see that it runs, not to quote. */
  quick: boolean;
}

export type Bench = (context: BenchContext) => Promise<Row[]>;

/** A row whose target is at least so many times its reference. */
export function atLeast(
  target: number,
  { name, value, unit, reference }: Pick<Row, 'name' | 'value' | 'unit' | 'reference'>,
): Row {
  const ratio = reference.value === undefined ? undefined : value / reference.value;
  return {
    name,
    value,
    unit,
    reference,
    ratio,
    target,
    met: ratio === undefined ? undefined : ratio >= target,
  };
}
