import { existsSync } from 'node:fs';
import { EventStoreProblem } from './rows.ts';

const FORM = 'esdb://user:password@host:2113?tls=true';
const PARTS =
  /^(?<scheme>esdb(?:\+discover)?):\/\/(?:(?<user>[^@/?]+)@)?(?<hosts>[^@/?]+)\/?(?<path>[^?]*)(?<options>\?.*)?$/;
const PORT = '2113';
const FILES = ['tlscafile', 'usercertfile', 'userkeyfile'];

export interface Address {
  /** Without user and password. */
  shown: string;
  /** host:port */
  nodes: readonly string[];
  /** Several nodes, or a name with several addresses: each node is asked for the leader. */
  cluster: boolean;
  /** The path; empty: the address names no stream. */
  stream: string;
  tls: boolean;
  /** How the address names its user. */
  user: 'password' | 'certificate' | 'none';
  /** File with the certificates of the authority. */
  authority: string | undefined;
  /** Files of the user's certificate. */
  certificate: { cert: string | undefined; key: string | undefined };
  /** The address of one node. */
  urlOf(node: string): string;
}

/** Reads `esdb://…`. Throws an EventStoreProblem. */
export function addressOf(url: string): Address {
  const parts = PARTS.exec(url)?.groups;
  if (!parts) throw new EventStoreProblem(`not an address as ${FORM}`);
  const { scheme = '', user, hosts = '', path = '', options = '' } = parts;
  const nodes = hosts.split(',').map((host) => (/:\d+$/.test(host) ? host : `${host}:${PORT}`));
  const settings = new Map(
    [...new URLSearchParams(options)].map(([name, value]) => [name.toLowerCase(), value]),
  );
  const files = FILES.flatMap((name) => settings.get(name) ?? []);
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new EventStoreProblem(`the address names a file that does not exist: ${missing}`);
  }
  return {
    shown: `${scheme}://${hosts}`,
    nodes,
    cluster: nodes.length > 1 || scheme === 'esdb+discover',
    stream: path,
    tls: settings.get('tls') !== 'false',
    user: user !== undefined ? 'password' : settings.has('usercertfile') ? 'certificate' : 'none',
    authority: settings.get('tlscafile'),
    certificate: { cert: settings.get('usercertfile'), key: settings.get('userkeyfile') },
    urlOf: (node) => `esdb://${user === undefined ? '' : `${user}@`}${node}${options}`,
  };
}
