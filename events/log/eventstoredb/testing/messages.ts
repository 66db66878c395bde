import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import type { AppendResp, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status as codes, Metadata, type ServiceError } from '@grpc/grpc-js';
import anyMessages from 'google-protobuf/google/protobuf/any_pb.js';
import type { Appended, Expected, Stored, StoredStreams } from './stored-streams.ts';

export const nameOf = (identifier: StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

const identifierOf = (stream: string): StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

/** A proposed message of either kind of append. */
export const proposed = (
  message: Pick<
    BatchAppendReq.ProposedMessage,
    'getId' | 'getMetadataMap' | 'getData_asU8' | 'getCustomMetadata_asU8'
  >,
): Omit<Stored, 'stream' | 'revision'> => ({
  id: message.getId()?.getString() ?? '',
  system: message.getMetadataMap().getEntryList(),
  data: message.getData_asU8(),
  metadata: message.getCustomMetadata_asU8(),
});

/** An error with the trailers that the client reads. */
function callError(exception: string, code: codes, trailers: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries({ exception, ...trailers })) metadata.set(name, value);
  return Object.assign(new Error(exception), { code, details: exception, metadata });
}

/** For calls that need the leader, of a node that is not. */
export function notLeaderError(leader: string): ServiceError {
  const { hostname, port } = new URL(leader);
  const endpoint = { 'leader-endpoint-host': hostname, 'leader-endpoint-port': port };
  return callError('not-leader', codes.NOT_FOUND, endpoint);
}

/** For calls that need the leader while there is none. */
export const notReadyError = (): ServiceError =>
  Object.assign(callError('', codes.UNAVAILABLE), { details: 'Server Is Not Ready' });

export const deniedError = (): ServiceError => callError('access-denied', codes.PERMISSION_DENIED);

/** For a subscription whose client did not read in time. */
export const tooSlowError = (): ServiceError =>
  Object.assign(callError('', codes.ABORTED), {
    details: 'Consumer too slow to handle event while live. Client resubscription required.',
  });

/** For a call whose user is unknown, or has another password. */
export const unauthenticatedError = (): ServiceError =>
  Object.assign(new Error('unauthenticated'), {
    code: codes.UNAUTHENTICATED,
    details: 'Received HTTP status code 401',
    metadata: new Metadata(),
  });

export interface Member {
  /** host:port */
  address: string;
  leads: boolean;
  alive: boolean;
}

export function clusterInfo(members: readonly Member[]) {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  return new gossip.ClusterInfo().setMembersList(
    members.map(({ address, leads, alive }) => {
      const [host = '', port] = address.split(':');
      return new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString('00000000-0000-0000-0000-000000000000'))
        .setState(leads ? LEADER : FOLLOWER)
        .setIsAlive(alive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(host).setPort(Number(port)));
    }),
  );
}

export const deletedError = (stream: string): ServiceError =>
  callError('stream-deleted', codes.FAILED_PRECONDITION, { 'stream-name': stream });

export function readEvent({ stream, revision, id, system, data, metadata }: Stored): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(id))
    .setStreamIdentifier(identifierOf(stream))
    .setStreamRevision(String(revision))
    .setData(data)
    .setCustomMetadata(metadata);
  for (const [name, value] of system) recorded.getMetadataMap().set(name, value);
  recorded.getMetadataMap().set('created', '0');
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(recorded));
}

export const notFound = (stream: string): ReadResp =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)),
  );

function wrongVersion(current: number, expected: Expected) {
  const wrong = new shared.WrongExpectedVersion();
  if (current >= 0) wrong.setCurrentStreamRevision(String(current));
  if (typeof expected === 'number') wrong.setExpectedStreamPosition(String(expected));
  return wrong;
}

/** Names and contents of the refusals in answers of BatchAppend. */
function detailsOf(
  appended: Exclude<Appended, { result: 'written' | 'dropped' }>,
  { maxAppendSize }: StoredStreams,
) {
  switch (appended.result) {
    case 'wrong_version':
      return ['WrongExpectedVersion', wrongVersion(appended.current, appended.expected)] as const;
    case 'deleted':
      return ['StreamDeleted', new shared.StreamDeleted()] as const;
    case 'denied':
      return ['AccessDenied', new shared.AccessDenied()] as const;
    case 'too_large':
      return [
        'MaximumAppendSizeExceeded',
        new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSize),
      ] as const;
  }
}

/** How Append refuses, if it does not answer. */
export function appendError(
  stream: string,
  { result }: Appended,
  { maxAppendSize }: StoredStreams,
): ServiceError | undefined {
  const size = { 'maximum-append-size': String(maxAppendSize) };
  if (result === 'deleted') return deletedError(stream);
  if (result === 'denied') return deniedError();
  if (result === 'too_large') return callError('maximum-append-size-exceeded', codes.INVALID_ARGUMENT, size);
  return undefined;
}

export function appendAnswer(appended: Appended): AppendResp {
  const answer = new streams.AppendResp();
  if (appended.result === 'written')
    return answer.setSuccess(new streams.AppendResp.Success().setCurrentRevision(String(appended.revision)));
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (appended.result === 'wrong_version' && appended.current >= 0)
    wrong.setCurrentRevision(String(appended.current));
  return answer.setWrongExpectedVersion(wrong);
}

export function batchAnswer(
  correlation: UUID | undefined,
  stream: string,
  appended: Exclude<Appended, { result: 'dropped' }> | { result: 'late' },
  all: StoredStreams,
) {
  const answer = new streams.BatchAppendResp().setCorrelationId(correlation);
  answer.setStreamIdentifier(identifierOf(stream));
  if (appended.result === 'written') {
    return answer.setSuccess(
      new streams.BatchAppendResp.Success().setCurrentRevision(String(appended.revision)),
    );
  }
  const [name, details] =
    appended.result === 'late' ? ['Timeout', new shared.Timeout()] : detailsOf(appended, all);
  const any = new anyMessages.Any();
  any.pack(details.serializeBinary(), `event_store.client.${name}`);
  return answer.setError(new status.Status().setMessage(name).setDetails(any));
}
