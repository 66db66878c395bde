import grpcGossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import grpcFeatures from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import grpcStreams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type {
  AppendReq,
  AppendResp,
  BatchAppendReq,
  BatchAppendResp,
  ReadReq,
  ReadResp,
  TombstoneReq,
} from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
  type sendUnaryData,
} from '@grpc/grpc-js';
import {
  appendAnswer,
  appendError,
  batchAnswer,
  clusterInfo,
  deletedError,
  deniedError,
  type Member,
  nameOf,
  notFound,
  notLeaderError,
  notReadyError,
  proposed,
  readEvent,
  tooSlowError,
  unauthenticatedError,
} from './messages.ts';
import { type Appended, type Expected, type Stored, StoredStreams } from './stored-streams.ts';

/** Handles an append: `write` writes it. Without an answer the client waits. */
type OnAppend = (write: () => Appended) => Appended | undefined;

export interface EventStoreServer {
  url: string;
  store: StoredStreams;
  onAppend: OnAppend;
  /** Address of the leader, if this node is not; `none`: no node leads. */
  leader?: string;
  /** What this node knows of its cluster. */
  members(): readonly Member[];
  /** Milliseconds that its clock is ahead of the client's. */
  ahead_ms: number;
  /** Appends by BatchAppend, whose deadline is a time by the client's clock. */
  batches: number;
  /** Ends all subscriptions, as EventStoreDB does when a client reads too slowly. */
  endSubscriptions(): void;
  close(): void;
}

/** Names are in lower case, as a server sends them. */
function supportedMethods(version: string) {
  const answer = new features.SupportedMethods().setEventStoreServerVersion(version);
  for (const { path } of Object.values(grpcStreams.StreamsService)) {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    answer.addMethods(new features.SupportedMethod().setServiceName(service).setMethodName(method));
  }
  return answer;
}

/** @param revision empty: none is expected */
function expectedOf(
  options: Pick<AppendReq.Options, 'hasNoStream' | 'hasStreamExists'> | undefined,
  revision: string | undefined,
): Expected {
  if (options?.hasNoStream()) return 'no_stream';
  if (options?.hasStreamExists()) return 'stream_exists';
  return revision ? Number(revision) : 'any';
}

interface Options {
  /**
   * With TLS: its key and certificate (PEM). Without TLS nobody checks users, as in EventStoreDB. `users` is the
   * authority of users' certificates; such a certificate replaces a password.
   */
  tls?: { key: string; cert: string; users?: string };
  /** `name:password` of the only user. */
  user?: string;
}

/**
 * A server in memory with the calls of EventStoreDB that the log makes, and its answers to them.
 * @param version null: older than the call that returns it
 */
export async function startEventStoreServer(
  version: string | null = '23.10.0',
  { tls, user }: Options = {},
): Promise<EventStoreServer> {
  const grpc = new Server({ 'grpc.max_receive_message_length': -1 });
  const store = new StoredStreams();
  const subscriptions = new Set<ServerWritableStream<ReadReq, ReadResp>>();
  const server: EventStoreServer = {
    url: '',
    store,
    onAppend: (write) => write(),
    members: () => [{ address: new URL(server.url).host, leads: true, alive: true }],
    ahead_ms: 0,
    batches: 0,
    endSubscriptions() {
      for (const call of subscriptions) call.emit('error', tooSlowError());
    },
    close: () => grpc.forceShutdown(),
  };

  /** Why a call is refused before it is looked at. */
  function refused(
    call: Pick<ServerUnaryCall<unknown, unknown>, 'metadata' | 'getAuthContext'>,
  ): ServiceError | undefined {
    const { metadata } = call;
    const [authorization] = metadata.get('authorization');
    const known = `Basic ${Buffer.from(user ?? '').toString('base64')}`;
    const certified = call.getAuthContext().sslPeerCertificate?.subject?.CN !== undefined;
    if (user !== undefined && authorization !== known && !certified)
      return authorization === undefined ? deniedError() : unauthenticatedError();
    if (server.leader === undefined || metadata.get('requires-leader')[0] !== 'true') return undefined;
    return server.leader === 'none' ? notReadyError() : notLeaderError(server.leader);
  }

  function read(call: ServerWritableStream<ReadReq, ReadResp>): void {
    const refusal = refused(call);
    if (refusal) return void call.emit('error', refusal);
    const options = call.request.getOptions();
    const of = options?.getStream();
    const name = nameOf(of?.getStreamIdentifier());
    if (store.deleted.has(name)) return void call.emit('error', deletedError(name));
    const visible = store.visible(name);
    const send = (event: Stored) => call.write(readEvent(event));
    if (options?.hasSubscription()) {
      const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(name);
      call.write(new streams.ReadResp().setConfirmation(confirmation));
      const after = of?.hasRevision() ? Number(of.getRevision()) : -1;
      for (const event of visible) if (event.revision > after) send(event);
      const onWritten = (events: readonly Stored[]) => events[0]?.stream === name && events.forEach(send);
      store.written.on('written', onWritten);
      subscriptions.add(call);
      const end = (): void => {
        subscriptions.delete(call);
        store.written.off('written', onWritten);
      };
      call.on('cancelled', end).on('error', end);
      return;
    }
    const count = Number(options?.getCount());
    const from = of?.hasRevision() ? Number(of.getRevision()) : undefined;
    const found =
      options?.getReadDirection() === 1
        ? visible.filter(({ revision }) => revision <= (from ?? revision)).reverse()
        : visible.filter(({ revision }) => revision >= (from ?? 0));
    if (visible.length === 0) call.write(notFound(name));
    else for (const event of found.slice(0, count)) send(event);
    call.end();
  }

  function batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
    let options: BatchAppendReq.Options | undefined;
    let events: ReturnType<typeof proposed>[] = [];
    call.on('data', async (request: BatchAppendReq) => {
      options = request.getOptions() ?? options;
      events.push(...request.getProposedMessagesList().map(proposed));
      if (!request.getIsFinal()) return;
      const all = events;
      events = [];
      server.batches += 1;
      const refusal = refused(call);
      if (refusal) return void call.emit('error', refusal);
      const name = nameOf(options?.getStreamIdentifier());
      const answer = (appended: Parameters<typeof batchAnswer>[2]) =>
        call.write(batchAnswer(request.getCorrelationId(), name, appended, store));
      const deadline = options?.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
      // Not Date.now(), which tests move.
      const now = performance.timeOrigin + performance.now() + server.ahead_ms;
      if (now > deadline) return answer({ result: 'late' });
      const revision = options?.hasStreamPosition() ? options.getStreamPosition() : undefined;
      const expected = expectedOf(options, revision);
      const appended = server.onAppend(() => store.append(name, expected, all));
      if (!appended || appended.result === 'dropped') return;
      if (appended.result === 'written') await store.replicated();
      answer(appended);
    });
    call.on('end', () => call.end());
    call.on('error', () => undefined);
  }

  function append(
    call: ServerReadableStream<AppendReq, AppendResp>,
    answer: sendUnaryData<AppendResp>,
  ): void {
    let options: AppendReq.Options | undefined;
    const events: ReturnType<typeof proposed>[] = [];
    call.on('data', (request: AppendReq) => {
      options = request.getOptions() ?? options;
      const message = request.getProposedMessage();
      if (message) events.push(proposed(message));
    });
    call.on('error', () => undefined);
    call.on('end', async () => {
      // A cancelled call ends as well, with a part of its events. It is marked as cancelled after its end.
      await new Promise(setImmediate);
      if (call.cancelled) return;
      const refusal = refused(call);
      if (refusal) return answer(refusal, null);
      const name = nameOf(options?.getStreamIdentifier());
      const expected = expectedOf(options, options?.hasRevision() ? options.getRevision() : undefined);
      const appended = server.onAppend(() => store.append(name, expected, events));
      if (!appended || appended.result === 'dropped') return;
      if (appended.result === 'written') await store.replicated();
      const error = appendError(name, appended, store);
      if (error) answer(error, null);
      else answer(null, appendAnswer(appended));
    });
  }

  grpc.addService(grpcStreams.StreamsService, {
    read,
    append,
    batchAppend,
    tombstone({ request }: ServerUnaryCall<TombstoneReq, unknown>, answer: sendUnaryData<unknown>) {
      store.deleted.add(nameOf(request.getOptions()?.getStreamIdentifier()));
      answer(null, new streams.TombstoneResp());
    },
  });
  grpc.addService(grpcGossip.GossipService, {
    read: (_: unknown, answer: sendUnaryData<unknown>) => answer(null, clusterInfo(server.members())),
  });
  if (version !== null) {
    grpc.addService(grpcFeatures.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) =>
        answer(null, supportedMethods(version)),
    });
  }
  const credentials = tls
    ? ServerCredentials.createSsl(
        tls.users === undefined ? null : Buffer.from(tls.users),
        [{ private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) }],
        tls.users !== undefined,
      )
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) =>
    grpc.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  server.url = `esdb://127.0.0.1:${port}?tls=${tls !== undefined}`;
  return server;
}
