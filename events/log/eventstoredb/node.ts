import {
  type AppendExpectedRevision,
  convertToCommandError,
  type EventData,
  EventStoreDBClient,
} from '@eventstore/db-client';
import grpcGossip, { type GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import grpcStreams, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import { EventStoreProblem } from './rows.ts';

const CLOSE_MS = 1_000;

/** Calls that a silent server does not answer fail. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${Math.round(ms)} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The parts of which the client makes its own calls. */
interface Calls {
  execute<Grpc, Result>(
    grpc: new (...options: never) => Grpc,
    name: string,
    action: (grpc: Grpc) => Promise<Result>,
  ): Promise<Result>;
  /** @param options `deadline` in milliseconds from now; the server gets it as a duration */
  callArguments(options: { requiresLeader?: boolean; deadline: number }): [Metadata, CallOptions];
  getChannel(): Promise<{ close(): void }>;
  capabilities: Promise<{ serverVersion: string }>;
}

/** A node of the cluster, as another one knows it. */
export interface Member {
  /** host:port */
  address: string;
  leads: boolean;
}

function headerOf(stream: string, expected: AppendExpectedRevision) {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
  const options = new streams.AppendReq.Options().setStreamIdentifier(identifier);
  if (expected === 'no_stream') options.setNoStream(new shared.Empty());
  else options.setRevision(String(expected));
  return new streams.AppendReq().setOptions(options);
}

function messageOf({ id, type, data, metadata }: EventData) {
  const message = new streams.AppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(JSON.stringify(data)))
    .setCustomMetadata(Buffer.from(JSON.stringify(metadata ?? {})));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return new streams.AppendReq().setProposedMessage(message);
}

function connect(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    const [line = ''] = String(Object(error).message).split('\n');
    throw new EventStoreProblem(`the address cannot be used (${line.replace(url, '…')})`, { cause: error });
  }
}

/**
 * The connection to one node.
 *
 * Appends are single `Append` calls. The client's `appendToStream` sends BatchAppend instead, whose deadline is a time
 * by our clock, which the server compares with its own; and an error on one of its connections ends the process when
 * another connection gets an answer.
 * @param address host:port
 */
export function openNode(address: string, url: string) {
  const client = connect(url);
  const calls = Object(client) as Calls;
  const closing = new AbortController();

  return {
    address,
    client,
    /** Aborts when the connection is closed. */
    closed: closing.signal,
    version: async (): Promise<string> => (await calls.capabilities).serverVersion,
    /** Appends to the leader. @returns false when the stream has another revision */
    append: (
      stream: string,
      expected: AppendExpectedRevision,
      events: readonly EventData[],
      deadline: number,
    ): Promise<boolean> =>
      calls.execute<StreamsClient, boolean>(
        grpcStreams.StreamsClient,
        'append',
        (grpc) =>
          new Promise((resolve, reject) => {
            const options = calls.callArguments({ requiresLeader: true, deadline });
            const call = grpc.append(...options, (error, answer) =>
              error ? reject(convertToCommandError(error)) : resolve(answer.hasSuccess()),
            );
            // Without a listener an error would end the process; the callback gets it, too.
            call.on('error', () => undefined);
            call.write(headerOf(stream, expected));
            for (const event of events) call.write(messageOf(event));
            call.end();
          }),
      ),
    /** The living nodes of its cluster. */
    members: (deadline: number): Promise<Member[]> =>
      calls.execute<GossipClient, Member[]>(
        grpcGossip.GossipClient,
        'gossip',
        (grpc) =>
          new Promise((resolve, reject) => {
            grpc.read(new shared.Empty(), ...calls.callArguments({ deadline }), (error, answer) => {
              if (error) return reject(convertToCommandError(error));
              const { LEADER } = gossip.MemberInfo.VNodeState;
              resolve(
                answer
                  .getMembersList()
                  .filter((member) => member.getIsAlive())
                  .map((member) => ({
                    address: `${member.getHttpEndPoint()?.getAddress()}:${member.getHttpEndPoint()?.getPort()}`,
                    leads: member.getState() === LEADER,
                  })),
              );
            });
          }),
      ),
    async close(): Promise<void> {
      closing.abort();
      // The client waits for pages that were not read to their ends.
      await within(CLOSE_MS, client.dispose()).catch(() => undefined);
      (await calls.getChannel()).close();
    },
  };
}

export type Node = ReturnType<typeof openNode>;
