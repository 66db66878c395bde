import type { KeyObject } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { checked } from '#events/checked.ts';
import {
  ANSWERED_WITHIN_MS,
  COMMANDS_PATH,
  type ForwardedAnswer,
  forwardedAnswers,
  MAX_ANSWER_BYTES,
  MAX_BODY_BYTES,
  MAX_TOGETHER,
} from './forwarded.ts';
import type { Replica, Replicas } from './replicas.ts';
import { SIGNATURE_HEADER, signatureOf } from './signature.ts';

/** Commands that wait for one process; further ones are decided by this process. */
const MAX_WAITING = { commands: 1_000, bytes: 4 * 1_048_576 };

interface Waiting {
  text: string;
  resolve(answer: ForwardedAnswer): void;
}

/** Sends one request at a time to a process. Commands that arrive meanwhile share the next one. */
interface Lane {
  waiting: Waiting[];
  /** Of those that wait and those that are on their way. */
  bytes: number;
  commands: number;
}

/** The request was turned away, or nobody listened: nothing in it is decided there. */
class NotAccepted extends Error {}

export function commandSender(
  replicas: Pick<Replicas, 'now' | 'doubt'>,
  key: KeyObject,
  answerMs = ANSWERED_WITHIN_MS,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 16 });
  const lanes = new Map<string, Lane>();

  const post = ({ instance, address }: Replica, body: Buffer): Promise<ForwardedAnswer[]> =>
    new Promise((resolve, reject) => {
      const signed = { method: 'POST', path: COMMANDS_PATH, to: instance, body };
      const sent = request(`http://${address}${COMMANDS_PATH}`, {
        method: 'POST',
        agent,
        signal: AbortSignal.timeout(answerMs),
        headers: {
          'content-length': body.length,
          [SIGNATURE_HEADER]: signatureOf(key, signed, replicas.now()),
        },
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ECONNREFUSED' ? new NotAccepted() : error),
      );
      sent.on('response', (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MAX_ANSWER_BYTES) sent.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => {
          if (response.statusCode !== 200) return reject(new NotAccepted(`answered ${response.statusCode}`));
          try {
            resolve(checked(forwardedAnswers, JSON.parse(Buffer.concat(parts).toString())));
          } catch (error) {
            reject(error);
          }
        });
      });
      sent.end(body);
    });

  function take(lane: Lane): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { text } of lane.waiting) {
      bytes += Buffer.byteLength(text) + 1;
      if (count === MAX_TOGETHER || (count > 0 && bytes > MAX_BODY_BYTES - 1)) break;
      count += 1;
    }
    return lane.waiting.splice(0, count);
  }

  function answer(lane: Lane, batch: readonly Waiting[], answers: readonly ForwardedAnswer[]): void {
    for (const [n, { text, resolve }] of batch.entries()) {
      lane.bytes -= Buffer.byteLength(text);
      lane.commands -= 1;
      resolve(answers[n] ?? null);
    }
  }

  async function work(to: Replica, lane: Lane): Promise<void> {
    // Those that come in the same turn of the event loop go together.
    await new Promise(setImmediate);
    while (lane.waiting.length > 0) {
      const batch = take(lane);
      const began = performance.now();
      const answers = await post(to, Buffer.from(`[${batch.map(({ text }) => text).join(',')}]`)).catch(
        async (error) => {
          replicas.doubt(to.instance);
          // Waiting commands were not sent: this process decides them at once.
          answer(lane, lane.waiting.splice(0), []);
          // It may still be deciding them.
          if (!(error instanceof NotAccepted)) await pause(Math.max(0, began + answerMs - performance.now()));
          return [];
        },
      );
      answer(lane, batch, answers);
    }
    lanes.delete(to.instance);
  }

  return {
    /**
     * Sends a command, together with others of the same moment.
     * @param text JSON of a ForwardedCommand
     * @returns null when it was not decided there, or the outcome is unknown
     */
    send(to: Replica, text: string): Promise<ForwardedAnswer> {
      const open = lanes.get(to.instance);
      const lane = open ?? { waiting: [], bytes: 0, commands: 0 };
      const bytes = Buffer.byteLength(text);
      const full = lane.commands >= MAX_WAITING.commands || lane.bytes + bytes > MAX_WAITING.bytes;
      if (full || bytes > MAX_BODY_BYTES - 2) return Promise.resolve(null);
      lane.bytes += bytes;
      lane.commands += 1;
      return new Promise((resolve) => {
        lane.waiting.push({ text, resolve });
        if (open !== undefined) return;
        lanes.set(to.instance, lane);
        void work(to, lane);
      });
    },
    close: (): void => agent.destroy(),
  };
}

export type Sender = ReturnType<typeof commandSender>;
