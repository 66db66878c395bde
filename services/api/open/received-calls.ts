import { LRUCache } from 'lru-cache';
import type { ReceivedCall, ReceiverAnswer } from './contract/test-receiver.ts';

/** Calls and their bytes, of one creator; the oldest are dropped. The creators used least recently are, too. */
const LIMITS = { calls: 50, bytes: 524_288, creators: 40 };

interface Received {
  answer: ReceiverAnswer;
  /** Newest first. */
  calls: ReceivedCall[];
}

/** Bytes in memory: texts have two per character. */
const sizeOf = ({ body, headers }: ReceivedCall): number =>
  2 * headers.reduce((sum, { name, value }) => sum + name.length + value.length, body.length);

/** The calls that the sandbox's receiver got, in the memory of this process. */
export function receivedCalls(limits = LIMITS) {
  const ofCreators = new LRUCache<string, Received>({ max: limits.creators });
  let last = 0;
  const of = (creator: string): Received => {
    const found = ofCreators.get(creator) ?? { answer: 'ok' as const, calls: [] };
    ofCreators.set(creator, found);
    return found;
  };
  return {
    of: (creator: string): Readonly<Received> => of(creator),
    setAnswer(creator: string, answer: ReceiverAnswer): void {
      of(creator).answer = answer;
    },
    clear(creator: string): void {
      of(creator).calls = [];
    },
    add(creator: string, call: Omit<ReceivedCall, 'call_id' | 'attempt' | 'answer'>): ReceivedCall {
      const received = of(creator);
      const earlier = received.calls.find(({ message_id }) => message_id === call.message_id);
      last += 1;
      const attempt = (earlier?.attempt ?? 0) + 1;
      const added = { ...call, call_id: last, attempt, answer: received.answer };
      let bytes = 0;
      received.calls = [added, ...received.calls].slice(0, limits.calls).filter((one) => {
        bytes += sizeOf(one);
        return bytes <= limits.bytes;
      });
      return added;
    },
  };
}
