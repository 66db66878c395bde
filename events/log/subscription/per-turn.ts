/** Collects the requests of one turn of the event loop and answers them with one statement. */
export function perTurn<Item, Answer>(
  run: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  let items: Item[] = [];
  let answers: Promise<readonly Answer[]> | undefined;
  return async (item) => {
    const at = items.push(item) - 1;
    answers ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const taken = items;
      items = [];
      answers = undefined;
      return run(taken);
    });
    return (await answers)[at] as Answer;
  };
}
