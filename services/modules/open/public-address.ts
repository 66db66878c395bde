import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { webAddress } from '#services/contract/fields/web-address.ts';

/** Two lists: one for both would hold every IPv4 address for a part of `::/3`. */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.ipv4.addSubnet(network, prefix, 'ipv4');
}
// Of IPv6 only 2000::/3 is public; these parts of it lead elsewhere.
notPublic.ipv6.addSubnet('::', 3, 'ipv6');
notPublic.ipv6.addSubnet('4000::', 2, 'ipv6');
notPublic.ipv6.addSubnet('8000::', 1, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  notPublic.ipv6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is on the public internet: not private, loopback, link-local, reserved or translated. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) !== 0 && !notPublic[family].check(address, family);
}

/** A name or address that must not be connected to. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress';
}

type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void;

/** Names of this machine; no name server is asked for them (RFC 6761). */
const LOCAL_NAME = /(^|\.)localhost\.?$/;
const LOCAL_ADDRESSES: LookupAddress[] = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
];

const publicNames = new Resolver({ timeout: 1_000, tries: 2 });

/**
 * Asks name servers without a thread of this process. The system's look-up takes one of two threads until it gives up: a
 * few names whose servers are silent would hold those of payments, mail and everybody else.
 */
const resolvePublic: Resolve = (name, _, done) => {
  if (LOCAL_NAME.test(name)) return done(null, LOCAL_ADDRESSES);
  void Promise.allSettled([publicNames.resolve4(name), publicNames.resolve6(name)]).then(([four, six]) => {
    const found = [four, six].flatMap((asked, n) =>
      asked.status === 'fulfilled'
        ? asked.value.map((address) => ({ address, family: n === 0 ? 4 : 6 }))
        : [],
    );
    done(found.length === 0 && four.status === 'rejected' ? four.reason : null, found);
  });
};

/** @param allowPrivate names of this machine and network, too */
export const resolverOf = (allowPrivate: boolean): Resolve => (allowPrivate ? lookup : resolvePublic);

/**
 * For connections: resolves a name, and refuses it if any of its addresses is not allowed. The connection is made to
 * the address that was checked, so that a second answer of the name server changes nothing.
 */
export const lookupAllowed =
  (isAllowed: (address: string) => boolean, resolve: Resolve = resolvePublic): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const blocked = found?.length > 0 && found.every(({ address }) => isAllowed(address)) ? null : name;
      const [first] = found ?? [];
      if (error || blocked !== null || !first) {
        done(error ?? new BlockedAddress(`${name} has an address that is not public`), '');
      } else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });

/** Ports below 1024 that are allowed, and above it those of databases, mail and the like. */
const LOW_PORTS = new Set([80, 443]);
const BLOCKED_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061,
  5432, 5672, 5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9200,
  9300, 10080, 10250, 11211, 27017,
]);

export type UrlFault = 'malformed' | 'with_credentials' | 'blocked_port' | 'private_address';

/**
 * Why a text is no address of a program that may be called: http or https, without user and password, on an allowed
 * port. Names are resolved when the call is made.
 */
export function faultOfUrl(text: string, allowPrivate: boolean): UrlFault | undefined {
  const url = webAddress(text);
  if (url === undefined || url.hash !== '') return 'malformed';
  if (url.username !== '' || url.password !== '') return 'with_credentials';
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  if (BLOCKED_PORTS.has(port) || (port < 1_024 && !LOW_PORTS.has(port))) return 'blocked_port';
  if (allowPrivate) return undefined;
  const host = hostOf(url);
  const isPrivate = isIP(host) !== 0 ? !isPublicAddress(host) : LOCAL_NAME.test(host);
  return isPrivate ? 'private_address' : undefined;
}

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');
