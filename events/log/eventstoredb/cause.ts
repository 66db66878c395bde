import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Address } from './address.ts';
import { NoLeader } from './leader.ts';

const LOOK_MS = 2_000;
const JUDGE_MS = 300;
/** A TLS alert. */
const ABOUT_CERTIFICATE = /CERTIFICATE|UNKNOWN_CA/;
/** How a node answers a call that needs the leader, while there is none. */
const WITHOUT_LEADER = /not ready|no leader info/i;

/** What a connection to a node shows. */
interface Look {
  /** Why there is no connection at all. */
  refused?: string;
  /** Whether it speaks TLS; undefined: it did not answer. */
  tls?: boolean;
  /** Why its certificate is not trusted. */
  untrusted?: string;
  /** The server refuses the user's certificate, or needs one. */
  refusesUser?: boolean;
}

function lookAt(node: string, { authority, certificate }: Address): Promise<Look> {
  const [, host = '', port] = /^(.*):(\d+)$/.exec(node) ?? [];
  return new Promise((resolve) => {
    let connected = false;
    let secured: Look | undefined;
    const socket = connect({
      host,
      port: Number(port),
      rejectUnauthorized: false,
      ALPNProtocols: ['h2'],
      ...(authority !== undefined && { ca: readFileSync(authority) }),
      ...(certificate.cert !== undefined && { cert: readFileSync(certificate.cert) }),
      ...(certificate.key !== undefined && { key: readFileSync(certificate.key) }),
      ...(isIP(host) === 0 && { servername: host }),
    });
    const done = (look: Look): void => {
      socket.destroy();
      resolve(look);
    };
    socket.setTimeout(LOOK_MS, () => done(connected ? {} : { refused: 'no answer' }));
    socket.on('connect', () => {
      connected = true;
    });
    socket.on('secureConnect', () => {
      const untrusted = socket.authorized ? '' : String(socket.authorizationError);
      secured = { tls: true, ...(untrusted !== '' && { untrusted }) };
      // The server checks the user's certificate afterwards.
      setTimeout(done, JUDGE_MS, secured);
    });
    // Some servers close the connection without a reason when they do not know the user's certificate.
    socket.on('end', () => secured && done({ ...secured, refusesUser: certificate.cert !== undefined }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (secured) done({ ...secured, refusesUser: ABOUT_CERTIFICATE.test(error.code ?? '') });
      else done(connected ? { tls: false } : { refused: error.code ?? error.message });
    });
  });
}

/** All messages of an error and its causes. */
function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}

function noLeaderIn(error: unknown): NoLeader | undefined {
  if (error instanceof NoLeader || !(error instanceof Error)) return error as NoLeader | undefined;
  return noLeaderIn(error.cause);
}

/** Why a call to EventStoreDB had no answer, in one sentence without the password. */
export async function causeOf(address: Address, error: unknown): Promise<string> {
  const { shown, nodes, tls, user } = address;
  const without = noLeaderIn(error);
  const answers = without ? ` (${without.answers} of ${without.nodes} answer)` : '';
  if ((without && without.answers > 0) || messagesOf(error).some((text) => WITHOUT_LEADER.test(text)))
    return `no node of EventStoreDB at ${shown} leads${answers}: check that most of its nodes run`;
  const looks = await Promise.all(nodes.map((node) => lookAt(node, address)));
  const there = looks.find(({ refused }) => refused === undefined);
  if (!there) return `no EventStoreDB at ${shown} (${looks[0]?.refused}): check that it runs`;
  if (tls && there.tls === false) return `EventStoreDB at ${shown} has no TLS: the address needs tls=false`;
  if (!tls && there.tls) return `EventStoreDB at ${shown} has TLS: the address needs tls=true`;
  if (there.untrusted === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate of EventStoreDB at ${shown} has another name: use a name that it has`;
  if (there.untrusted === 'CERT_HAS_EXPIRED')
    return `the certificate of EventStoreDB at ${shown} has expired: renew it`;
  if (there.untrusted !== undefined)
    return `the authority of EventStoreDB at ${shown} is unknown (${there.untrusted}): name its certificate, as tlsCAFile=/path/ca.crt`;
  if (there.refusesUser)
    return user === 'certificate'
      ? `EventStoreDB at ${shown} refuses the certificate of the user: name another one as userCertFile`
      : `EventStoreDB at ${shown} needs a certificate of the user: name it, as userCertFile=/path/user.crt&userKeyFile=/path/user.key`;
  const [text = ''] = messagesOf(error).at(-1)?.split('\n') ?? [];
  return `EventStoreDB at ${shown} does not answer (${text}): check its log`;
}
