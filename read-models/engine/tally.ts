/**
 * Numbers added up under a key of several parts, in memory, before they are written in one statement.
 */
export class Tally<Key extends object, Field extends string> {
  readonly #rows = new Map<string, Key & Record<Field, number>>();
  readonly #zero: Record<Field, number>;

  constructor(fields: readonly Field[]) {
    // Object.fromEntries loses the keys' type.
    this.#zero = Object.fromEntries(fields.map((field) => [field, 0])) as Record<Field, number>;
  }

  add(key: Key, amounts: Partial<Record<Field, number>>): void {
    let name = '';
    for (const part in key) name += `${key[part]}\u0000`;
    let row = this.#rows.get(name);
    if (!row) {
      row = { ...key, ...this.#zero };
      this.#rows.set(name, row);
    }
    const numbers: Record<Field, number> = row;
    for (const field in amounts) numbers[field] += amounts[field] ?? 0;
  }

  rows(): (Key & Record<Field, number>)[] {
    return [...this.#rows.values()];
  }
}
