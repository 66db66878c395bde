import { setTimeout as pause } from 'node:timers/promises';
import { NotLeaderError } from '@eventstore/db-client';
import type { Address } from './address.ts';
import { type Member, type Node, openNode, within } from './node.ts';
import { EventStoreProblem } from './rows.ts';

/** Limit for a node's answer to the question who leads. */
const GOSSIP_MS = 700;
const RETRY_MS = 100;

/** Nodes answer, or none does, and no node leads that answers itself. */
export class NoLeader extends Error {
  override name = 'NoLeader';
  readonly answers: number;
  readonly nodes: number;

  constructor(answers: number, nodes: number, cause: unknown) {
    super(`${answers} of ${nodes} nodes answer, and none of them leads`, { cause });
    this.answers = answers;
    this.nodes = nodes;
  }
}

/**
 * The node that most nodes name as their leader, of those that answer themselves. A leader that stopped is named for a
 * while, but does not answer; a former one answers, but only itself names it.
 * @param last the node that led before: it is taken last of several with as many votes
 * @returns as soon as more than half of the nodes name it
 */
function findLeader(
  nodes: readonly string[],
  membersOf: (node: string) => Promise<readonly Member[]>,
  last?: string,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const named = new Map<string, string | undefined>();
  const visited = new Set<string>();
  let running = 0;
  let failure: unknown;

  function decide(): void {
    const votes = new Map<string, number>();
    for (const leader of named.values())
      if (leader !== undefined && named.has(leader)) votes.set(leader, (votes.get(leader) ?? 0) + 1);
    const rank = ([node, count]: readonly [string, number]) => count - (node === last ? 0.5 : 0);
    const [best] = [...votes].sort((one, other) => rank(other) - rank(one));
    if (best && (running === 0 || best[1] > visited.size / 2)) resolve(best[0]);
    else if (running === 0) reject(new NoLeader(named.size, visited.size, failure));
  }

  async function visit(node: string): Promise<void> {
    if (visited.has(node)) return;
    visited.add(node);
    running += 1;
    try {
      const members = await membersOf(node);
      named.set(node, members.find(({ leads }) => leads)?.address);
      for (const { address } of members) void visit(address);
    } catch (error) {
      failure = error;
    }
    running -= 1;
    decide();
  }
  for (const node of nodes) void visit(node);
  return promise;
}

/**
 * Keeps the connection to the node that leads. A connection on which a call had no answer is closed, and the cluster is
 * asked again. With a single node in the address that node is used, and the one that it names as leader.
 */
export function openLeader(address: Address) {
  let searching: Promise<Node> | undefined;
  let current: Node | undefined;
  let last: string | undefined;
  let named: string | undefined;

  const open = (node: string): Node => openNode(node, address.urlOf(node));
  const close = (node: Node): void => void node.close().catch(() => undefined);

  async function search(): Promise<Node> {
    const [first = ''] = address.nodes;
    if (!address.cluster) return open(named ?? first);
    const opened = new Map<string, Node>();
    try {
      const leader = await findLeader(
        address.nodes,
        (name) => {
          const node = open(name);
          opened.set(name, node);
          return within(GOSSIP_MS, node.members(GOSSIP_MS));
        },
        last,
      );
      const node = opened.get(leader) ?? open(leader);
      opened.delete(leader);
      return node;
    } finally {
      opened.forEach(close);
    }
  }

  function leader(): Promise<Node> {
    searching ??= search().then(
      (node) => {
        current = node;
        return node;
      },
      (error) => {
        searching = undefined;
        throw error;
      },
    );
    return searching;
  }

  /** Closes the connection; the next call looks for the leader. */
  function leave(node: Node | undefined, error?: unknown): void {
    if (node === undefined || node !== current) return;
    current = undefined;
    searching = undefined;
    last = node.address;
    named = error instanceof NotLeaderError ? `${error.leader.address}:${error.leader.port}` : undefined;
    close(node);
  }

  /** @param until by performance.now() */
  async function connect(until: number): Promise<Node> {
    for (;;) {
      try {
        return await within(Math.max(until - performance.now(), 1), leader());
      } catch (error) {
        if (error instanceof EventStoreProblem || performance.now() + RETRY_MS > until) throw error;
        await pause(RETRY_MS);
      }
    }
  }

  return {
    /** The present connection, or the next one; rejects when there is none in time. */
    connect: (ms: number): Promise<Node> => connect(performance.now() + ms),
    /**
     * A call to the leader, within a time. A node that is not the leader is left at once.
     * @param isAnswer whether an error of the call is an answer of the server; after any other the connection is left
     */
    async call<Result>(
      ms: number,
      work: (node: Node, left_ms: number) => Promise<Result>,
      isAnswer: (error: unknown) => boolean,
    ): Promise<Result> {
      const until = performance.now() + ms;
      const left = () => Math.max(until - performance.now(), 1);
      for (;;) {
        const node = await connect(until);
        try {
          return await within(left(), work(node, left()));
        } catch (error) {
          if (isAnswer(error)) throw error;
          leave(node, error);
          if (!(error instanceof NotLeaderError) || left() < RETRY_MS) throw error;
        }
        await pause(RETRY_MS / 2);
      }
    },
    /** For an answer that only a former leader gives. */
    leave: (): void => leave(current),
    async close(): Promise<void> {
      const node = current ?? (await searching?.catch(() => undefined));
      current = undefined;
      await node?.close();
    },
  };
}
