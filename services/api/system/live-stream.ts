import type { Writable } from 'node:stream';

/** One client's server-sent events. */
export interface LiveStream {
  /** A model moved. A client that reads slower than models move gets the newest position of each. */
  tell(topic: string, position: number): void;
  /** A comment line: keeps proxies from closing a quiet connection. */
  beat(): void;
  end(): void;
}

/** @param out closed by `end`; its opener notices the close */
export function liveStream(out: Writable): LiveStream {
  /** Waiting news while the client's buffer is full: one position per topic, for any length of time. */
  const waiting = new Map<string, number>();
  let full = false;

  const send = (text: string): void => {
    if (!out.writable) return;
    full = !out.write(text);
  };
  const event = (topic: string, position: number): string =>
    `data: ${JSON.stringify({ topic, position })}\n\n`;

  out.on('drain', () => {
    full = false;
    const texts = [...waiting].map(([topic, position]) => event(topic, position));
    waiting.clear();
    if (texts.length > 0) send(texts.join(''));
  });

  return {
    tell(topic, position) {
      if (full) waiting.set(topic, position);
      else send(event(topic, position));
    },
    beat() {
      if (!full) send(': \n\n');
    },
    end() {
      out.end();
    },
  };
}
