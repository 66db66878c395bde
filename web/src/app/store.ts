/** A value that pages read by `useSyncExternalStore`. Setting it tells every listener. */
export function store<Value>(first: Value) {
  let present = first;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    present: () => present,
    set(next: Value): void {
      present = next;
      for (const listener of listeners) listener();
    },
  };
}
