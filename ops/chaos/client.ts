import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { type Actor, type Answer, answerTo, overHttp } from '#ops/actors/client.ts';
import type { Random } from '#ops/demo/random.ts';
import type { DataOf, Endpoint, InputOf } from '#services/contract/endpoint.ts';
import { ACTIONS, type Action, type Entry, type Journal, type Outcome, type Wish } from './journal.ts';

export interface Person {
  user_id: string;
  token: string;
}

/** A last answer. */
export type Reply<A extends Action> = Entry & { data: DataOf<(typeof ACTIONS)[A]> };

/** Input of an action, with an idempotency key where the call takes one. */
export interface Request<A extends Action> {
  input: InputOf<(typeof ACTIONS)[A]>;
  key?: string;
}

/** Longer than a stop of a process lasts on average, so that both kinds of answers are seen. */
const PATIENCE_MS = 5_000;
const MAX_TRIES = 3;
const NO_ANSWER: Answer<never> = { status: 0, ec: 0, em: '', data: {} as never };

/** A refusal means that nothing happened; an overload or a server error does not. */
function outcomeOf({ status, ec }: Pick<Entry, 'status' | 'ec'>): Outcome {
  if (status !== 200) return 'unknown';
  return ec === 200 ? 'acknowledged' : 'refused';
}

/** Wishes with an unknown result: an answer is missing and no other confirms them. */
function unsettled(entries: readonly Entry[]): Wish[] {
  const open = new Map<number, Wish>();
  for (const entry of entries) if (entry.outcome === 'unknown') open.set(entry.number, entry);
  for (const { number, outcome } of entries) if (outcome === 'acknowledged') open.delete(number);
  return [...open.values()];
}

/** Clients that send requests to any of the servers, and record the answers. */
export function openClient(servers: readonly string[], journal: Journal, random: Random) {
  const agent = new Agent({ connections: 48, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS });
  const tokens = new Map<string, string>();
  let wishes = 0;

  /** At a server. Never rejects: without an answer its status is 0. */
  const actorAt = (server: number, token: string | undefined): Actor => {
    const actor = overHttp(servers[server] ?? '', { token, dispatcher: agent, timeout_ms: PATIENCE_MS });
    return { send: (request) => actor.send(request).catch(() => NO_ANSWER) };
  };

  async function once(wish: Wish, server: number): Promise<Entry> {
    const asked_at = Date.now();
    const endpoint: Endpoint = ACTIONS[wish.action];
    const actor = actorAt(server, tokens.get(wish.by));
    const { status, ec = 0, data } = await answerTo(actor, endpoint, wish.input, wish.key);
    const outcome = outcomeOf({ status, ec });
    const answered_at = Date.now();
    const entry: Entry = { ...wish, outcome, server, asked_at, answered_at, status, ec, data: data ?? {} };
    journal.add(entry);
    return entry;
  }

  const anyServer = (): number => random.whole(0, servers.length - 1);

  async function send<A extends Action>(wish: Wish): Promise<Reply<A>> {
    let entry = await once(wish, anyServer());
    for (let tries = 1; tries < MAX_TRIES && entry.outcome === 'unknown'; tries += 1) {
      await pause(random.whole(100, 800));
      entry = await once(wish, anyServer());
    }
    // By the contract of the action.
    return entry as Reply<A>;
  }

  return {
    wish<A extends Action>(action: A, by: Person, { input, key }: Request<A>): Wish {
      tokens.set(by.user_id, by.token);
      wishes += 1;
      return { number: wishes, action, by: by.user_id, input: { ...input }, key: key ?? null };
    },
    /** Sends it to a random server; without an answer again, with the same key, a few times. */
    send,
    /** Sends each wish to every server concurrently. @returns the last answer to each wish */
    async sendToAll<A extends Action>(batch: readonly Wish[]): Promise<Reply<A>[]> {
      const answers = batch.map(async (wish) => {
        const heard = await Promise.all(servers.map((_, server) => once(wish, server)));
        return heard.find(({ outcome }) => outcome === 'acknowledged') ?? heard.at(-1);
      });
      return (await Promise.all(answers)).filter((entry) => entry !== undefined) as Reply<A>[];
    },
    /**
     * Repeats requests with unknown outcome until it is known.
     * @returns the number of those still unknown
     */
    async settle(): Promise<number> {
      let left = 0;
      for (const wish of unsettled(journal.entries)) if ((await send(wish)).outcome === 'unknown') left += 1;
      return left;
    },
    /** For requests that are not in the journal: a person at a random server. */
    as: ({ token }: Person): Actor => actorAt(anyServer(), token),
    close: (): Promise<void> => agent.destroy(),
  };
}

export type Client = ReturnType<typeof openClient>;
