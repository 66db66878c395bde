/** The place of each column in a header: the first of its names that exists; undefined if one is missing. */
export function placesOf<Column extends string>(
  head: readonly string[],
  names: Readonly<Record<Column, readonly string[]>>,
): Readonly<Record<Column, number>> | undefined {
  const places = {} as Record<Column, number>; // filled below, or not returned
  for (const [column, known] of Object.entries(names) as [Column, readonly string[]][]) {
    const place = known.map((name) => head.indexOf(name)).find((at) => at !== -1);
    if (place === undefined) return undefined;
    places[column] = place;
  }
  return places;
}

/** A column's name in normal form: `\uFEFF"Created (UTC)" ` → `created (utc)`. */
export const columnName = (cell: string): string =>
  cell
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase();
