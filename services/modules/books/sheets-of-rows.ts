/** Rows divided into sheets of limited size. */
export interface DealtRows<Row> {
  /** Rows of the next sheet. */
  sheet(): AsyncGenerator<Row[]>;
  /** Whether there are no rows left. */
  ended(): boolean;
}

/** @param batches rows, read only as far as a sheet needs them */
export function dealRows<Row>(batches: AsyncGenerator<Row[]>, most: number): DealtRows<Row> {
  let waiting: Row[] = [];
  let ended = false;

  async function more(): Promise<boolean> {
    while (waiting.length === 0 && !ended) {
      const next = await batches.next();
      if (next.done) ended = true;
      else waiting = next.value;
    }
    return waiting.length > 0;
  }
  return {
    async *sheet() {
      let room = most;
      while (room > 0 && (await more())) {
        const rows = waiting.slice(0, room);
        waiting = waiting.slice(room);
        room -= rows.length;
        yield rows;
      }
      // A sheet that is exactly full can be the last one.
      await more();
    },
    ended: () => ended && waiting.length === 0,
  };
}
