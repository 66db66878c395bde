import { LRUCache } from 'lru-cache';
import type { EventMetadata } from '#events/envelope.ts';
import type { EventLog } from '#events/log/log.ts';
import { kindOfStream } from '#events/stream-names.ts';
import type { RunningCommitter } from '#services/commerce/committer/committer.ts';
import type { Command, Outcome, Repeatable } from '#services/commerce/engine/command.ts';
import { atMost } from '#services/runtime/weight.ts';
import type { ForwardedCommand } from './forwarded.ts';
import { ownerAmong, type Replica, type Replicas } from './replicas.ts';
import type { Sender } from './sender.ts';

/** Creators of streams. */
const REMEMBERED = 20_000;
/** Kinds of streams that a command can name instead of its creator. */
const KINDS: ReadonlySet<string> = new Set(['order', 'cart']);

interface Parts {
  /** Decides in this process. */
  committer: RunningCommitter;
  replicas: Pick<Replicas, 'instance' | 'others'>;
  sender: Pick<Sender, 'send'>;
  log: Pick<EventLog, 'readStream'>;
}

export interface OwnedCommitter extends RunningCommitter {
  /** Commands that another process decided, and those that it did not, so that this process did. */
  forwards(): { forwarded: number; taken_back: number };
}

/**
 * Forwards repeatable commands to the process that owns their creator. An optimisation only: what the owner does not
 * answer, this process decides; appends check versions, and a repetition gives the first result.
 */
export function ownedCommitter({ committer, replicas, sender, log }: Parts): OwnedCommitter {
  const creators = new LRUCache<string, string>(atMost(REMEMBERED));
  const counts = { forwarded: 0, taken_back: 0 };

  async function creatorOf(of: Repeatable['of']): Promise<string | undefined> {
    if ('creator_id' in of) return of.creator_id;
    const known = creators.get(of.stream);
    if (known !== undefined) return known;
    const [first] = await log.readStream(of.stream, { after: -1, limit: 1 });
    const creator = first?.metadata.creator_id;
    if (creator !== undefined) creators.set(of.stream, creator);
    return creator;
  }

  /** Most orders are paid soon after they are placed: their creator is then known without a read. */
  function remember(written: readonly { stream: string; metadata: EventMetadata }[]): void {
    for (const { stream, metadata } of written)
      if (KINDS.has(kindOfStream(stream)) && !creators.has(stream)) creators.set(stream, metadata.creator_id);
  }

  /** The other process that owns the command's creator; undefined: this one decides. */
  async function otherOwner({ of }: Repeatable): Promise<Replica | undefined> {
    const creator = await creatorOf(of);
    if (creator === undefined) return undefined;
    const owner = ownerAmong([...replicas.others(), { instance: replicas.instance, address: '' }], creator);
    return owner?.instance === replicas.instance ? undefined : owner;
  }

  async function forward(to: Replica, command: Command<unknown>, input: object) {
    const { name, actor, correlation_id, causation_id } = command;
    const forwarded: ForwardedCommand = { name, input: { ...input }, actor, correlation_id, causation_id };
    const answer = await sender.send(to, JSON.stringify(forwarded));
    counts[answer === null ? 'taken_back' : 'forwarded'] += 1;
    return answer;
  }

  return {
    ...committer,
    async submit<Result>(command: Command<Result>): Promise<Outcome<Result>> {
      if (command.repeatable === undefined || replicas.others().length === 0)
        return committer.submit(command);
      const owner = await otherOwner(command.repeatable);
      const answer = owner && (await forward(owner, command, command.repeatable.input));
      // Made there by the command of the same name, so with the same result.
      const outcome = (answer as Outcome<Result> | null | undefined) ?? (await committer.submit(command));
      if (outcome.accepted) remember(outcome.events);
      return outcome;
    },
    forwards: () => ({ ...counts }),
  };
}
