import { OVERLAY_HEADER } from '#services/contract/goals/overlay.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';

/** Before the first and before the following attempts to connect again. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

/** The topics of a text of server-sent events; ours have one line each. */
const topicsIn = (text: string): string[] =>
  [...text.matchAll(/^data: .*"topic":"(\w+|\*)"/gm)].map(([, topic = '']) => topic);

interface Heard {
  onTopic: (topic: string) => void;
  /** Connected, for the first time or again. */
  onOpen: () => void;
  onLost: () => void;
}

/**
 * Follows the events of an overlay until the signal aborts. The token goes in a header: an EventSource would put it
 * into the address, which proxies write to their logs.
 */
export async function followOverlay(token: string, heard: Heard, signal: AbortSignal): Promise<void> {
  let lastId = '';
  for (let wait = FIRST_RETRY_MS; !signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
    try {
      const headers = { [OVERLAY_HEADER]: token, ...(lastId !== '' && { 'last-event-id': lastId }) };
      const answer = await fetch(LIVE_PATHS.overlay, { headers, signal });
      if (answer.headers.get('content-type')?.startsWith('text/event-stream') && answer.body) {
        wait = FIRST_RETRY_MS;
        heard.onOpen();
        const reader = answer.body.getReader();
        const decoder = new TextDecoder();
        let rest = '';
        for (let read = await reader.read(); !read.done; read = await reader.read()) {
          const events = (rest + decoder.decode(read.value, { stream: true })).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) lastId = /^id: (.*)$/m.exec(event)?.[1] ?? lastId;
          for (const topic of events.flatMap(topicsIn)) heard.onTopic(topic);
        }
      }
    } catch {
      // lost, or aborted
    }
    if (signal.aborted) return;
    heard.onLost();
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
