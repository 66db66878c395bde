import type { TestUser } from './test-api.ts';

/** The events that a client receives from a live stream, in order. */
export async function listenAt(address: string, as: TestUser, lastId?: string) {
  const abort = new AbortController();
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${as.token}`, ...(lastId && { 'last-event-id': lastId }) },
    signal: abort.signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('text/event-stream') || !response.body) throw new Error(`no stream of events: ${type}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const hints: { topic: string; position: number }[] = [];
  const state = { hints, lastId: lastId ?? '' };
  let rest = '';
  async function read(): Promise<void> {
    const { value, done } = await reader.read();
    if (done) throw new Error('the stream ended');
    const parts = (rest + value).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const [, data] = /^data: (.*)$/m.exec(part) ?? [];
      // As Firefox and WebKit: an id without data is ignored.
      if (data === undefined) continue;
      state.lastId = /^id: (.*)$/m.exec(part)?.[1] ?? state.lastId;
      if (!part.includes('event: point')) hints.push(JSON.parse(data));
    }
  }
  while (state.lastId === '') await read();
  return Object.assign(state, {
    /** Reads until a topic has reached a position. */
    async until(topic: string, position: number) {
      while (!hints.some((event) => event.topic === topic && event.position >= position)) await read();
    },
    close: () => abort.abort(),
  });
}
