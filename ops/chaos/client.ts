import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Random } from '#ops/demo/random.ts';
import type { Action, Entry, Journal, Outcome, Wish } from './journal.ts';

export interface Person {
  user_id: string;
  token: string;
}

interface Envelope {
  status: number;
  ec: number;
  data: Record<string, unknown>;
}

/** Longer than a stop of a process lasts on average, so that both kinds of answers are seen. */
const PATIENCE_MS = 5_000;
const MOST_TRIES = 3;
const NO_ANSWER: Envelope = { status: 0, ec: 0, data: {} };

/** A refusal means that nothing happened; an overload or a server error does not. */
function outcomeOf({ status, ec }: Envelope): Outcome {
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

  async function exchange(
    server: number,
    method: 'GET' | 'POST',
    path: string,
    { token, body, key }: { token?: string | undefined; body?: object | undefined; key?: string | null },
  ): Promise<Envelope> {
    try {
      const { statusCode, body: answer } = await agent.request({
        origin: servers[server] ?? '',
        method,
        path,
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
        },
      });
      // The envelope that every route answers with.
      const { ec = 0, data = {} } = (await answer.json()) as Partial<Envelope>;
      return { status: statusCode, ec, data };
    } catch {
      return NO_ANSWER;
    }
  }

  async function once(wish: Wish, server: number): Promise<Entry> {
    const { path, body, key, by } = wish;
    const asked_at = Date.now();
    const answer = await exchange(server, 'POST', path, { token: tokens.get(by), body, key });
    const { number, action } = wish;
    const entry: Entry = {
      number,
      action,
      by,
      path,
      body,
      key,
      outcome: outcomeOf(answer),
      server,
      asked_at,
      answered_at: Date.now(),
      ...answer,
    };
    journal.add(entry);
    return entry;
  }

  const anyServer = (): number => random.whole(0, servers.length - 1);

  async function send(wish: Wish): Promise<Entry> {
    let entry = await once(wish, anyServer());
    for (let tries = 1; tries < MOST_TRIES && entry.outcome === 'unknown'; tries += 1) {
      await pause(random.whole(100, 800));
      entry = await once(wish, anyServer());
    }
    return entry;
  }

  return {
    wish(
      action: Action,
      by: Person,
      { path, body, key = '' }: Pick<Wish, 'path' | 'body'> & { key?: string },
    ): Wish {
      tokens.set(by.user_id, by.token);
      wishes += 1;
      return { number: wishes, action, by: by.user_id, path, body, key: key === '' ? null : key };
    },
    /** Sends it to a random server; without an answer again, with the same key, a few times. */
    send,
    /** Sends each wish to every server concurrently. @returns the last answer to each wish */
    async sendToAll(batch: readonly Wish[]): Promise<Entry[]> {
      const answers = batch.map(async (wish) => {
        const heard = await Promise.all(servers.map((_, server) => once(wish, server)));
        return heard.find(({ outcome }) => outcome === 'acknowledged') ?? heard.at(-1);
      });
      return (await Promise.all(answers)).filter((entry) => entry !== undefined);
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
    /** A request that is not in the journal. */
    call: (by: Person | null, method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> =>
      exchange(anyServer(), method, path, { token: by?.token, body }),
    close: (): Promise<void> => agent.destroy(),
  };
}

export type Client = ReturnType<typeof openClient>;
