/** The page's own data is as old as the page: after this time a call asks for newer data. */
const FRESH_MS = 10_000;

/** Data of calls by their address, as the server wrote it into the page for a guest. */
let answers: Record<string, unknown> | undefined;

function written(): Record<string, unknown> {
  const text = document.getElementById('page-answers')?.textContent;
  const [visit] = performance.getEntriesByType('navigation');
  // A page from the history can be older than a sign-in.
  const isOld = performance.now() > FRESH_MS || (visit && 'type' in visit && visit.type === 'back_forward');
  return text && !isOld ? JSON.parse(text) : {};
}

/** The data of a call that came with the page; each once. Undefined without one. */
export function takePageAnswer(url: string): unknown {
  answers ??= written();
  const data = performance.now() > FRESH_MS ? undefined : answers[url];
  delete answers[url];
  return data;
}

/** After a write they are no longer true. */
export function dropPageAnswers(): void {
  answers = {};
}
