import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isPublicAddress } from '#services/modules/open/public-address.ts';

/** Headers by which proxies name the visitor, the visitor's connection or themselves. */
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-external-address|true-client-ip|fastly-client-ip|cf-.+|cdn-loop)$/;

/** Names of the headers that a proxy has added; none: the sender is connected directly. */
export const proxyHeadersOf = (headers: IncomingHttpHeaders): string[] =>
  Object.keys(headers).filter((name) => PROXY_HEADER.test(name));

/** Without the zone of a link-local address; an IPv4 address that a socket for both families shows as IPv6, as IPv4. */
const plainAddress = (address: string): string =>
  address.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of addresses) {
    const [address = '', prefix] = one.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

/**
 * Whether an operator's program sent the request, not a visitor. Such a program is connected directly, from this
 * machine, a private network or an address of `trusted`.
 * @param trusted addresses and networks, as TRUSTED_PROXIES has them
 */
export function operatorRequests(
  trusted: readonly string[],
): (request: Pick<FastifyRequest, 'headers' | 'socket'>) => boolean {
  const list = listOf(trusted);
  return ({ headers, socket: { remoteAddress, localAddress } }) => {
    if (remoteAddress === undefined || proxyHeadersOf(headers).length > 0) return false;
    if (remoteAddress === localAddress) return true;
    const address = plainAddress(remoteAddress);
    const family = isIP(address);
    return family !== 0 && (!isPublicAddress(address) || list.check(address, `ipv${family === 6 ? 6 : 4}`));
  };
}
