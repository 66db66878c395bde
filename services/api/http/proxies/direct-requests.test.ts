import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { operatorRequests } from './direct-requests.ts';

const isOperator = operatorRequests([]);
const request = (remoteAddress: string | undefined, localAddress: string) =>
  ({ headers: {}, socket: { remoteAddress, localAddress } }) as unknown as FastifyRequest;

test('the supervisor of a server that listens at a public address is on the same machine', () => {
  expect(isOperator(request('8.8.8.8', '8.8.8.8'))).toBe(true);
  expect(isOperator(request('8.8.8.9', '8.8.8.8'))).toBe(false);
  expect(isOperator(request('2606:4700::1', '2606:4700::1'))).toBe(true);
});

test('a connection that is already closed is not an operator’s', () => {
  expect(isOperator(request(undefined, '127.0.0.1'))).toBe(false);
});
