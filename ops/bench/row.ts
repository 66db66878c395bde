/** One line of the table in docs/performance.md: a figure and a reference measured in the same run. */
export interface Row {
  name: string;
  value: number;
  unit: string;
  /** `undefined` where the reference was not measured (peers are only run with `--peers`). */
  reference: { name: string; value: number | undefined };
  /** value ÷ reference. */
  ratio: number | undefined;
  /** Of the ratio. */
  target: number;
  bound: 'at least' | 'at most';
  /** `undefined` when it could not be judged. */
  met: boolean | undefined;
  /** Further observations of the same run, for the reader. */
  remark?: string;
}

export interface BenchContext {
  /** A PostgreSQL server for new databases; its own database is not touched. */
  databaseUrl: string;
  /** Install and run the peers too. */
  peers: boolean;
  /** A tenth of the work: to see that it runs, not to quote. */
  quick: boolean;
  /** Also sizes that take many minutes to fill. */
  long: boolean;
}

export type Bench = (context: BenchContext) => Promise<Row[]>;

type Figure = Pick<Row, 'name' | 'value' | 'unit' | 'reference' | 'remark'>;

const ratioOf = ({ value, reference }: Figure): number | undefined =>
  reference.value === undefined ? undefined : value / reference.value;

/** A row whose target is at least a multiple of its reference. */
export function atLeast(target: number, figure: Figure): Row {
  const ratio = ratioOf(figure);
  return {
    ...figure,
    ratio,
    target,
    bound: 'at least',
    met: ratio === undefined ? undefined : ratio >= target,
  };
}

/** A row whose target is at most a multiple of its reference. */
export function atMost(target: number, figure: Figure): Row {
  const ratio = ratioOf(figure);
  return {
    ...figure,
    ratio,
    target,
    bound: 'at most',
    met: ratio === undefined ? undefined : ratio <= target,
  };
}

/** A row whose target is a fixed figure in the same unit. */
export const noMoreThan = (limit: number, figure: Omit<Figure, 'reference'>): Row =>
  atMost(1, { ...figure, reference: { name: 'the limit', value: limit } });
