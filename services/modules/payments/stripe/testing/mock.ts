import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Stripe's own server for tests: it checks requests against the published schema, and answers with samples. */
const PROGRAM = process.env.STRIPE_MOCK ?? join(homedir(), 'go/bin/stripe-mock');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** `go install github.com/stripe/stripe-mock@latest` installs it. */
export const hasStripeMock = existsSync(PROGRAM);
/** Why a test that needs it is skipped. */
export const NO_STRIPE_MOCK = 'no stripe-mock';

export async function startStripeMock() {
  const address = `127.0.0.1:${await freePort()}`;
  const program = spawn(PROGRAM, ['-http-addr', address, '-https-addr', '127.0.0.1:0'], { stdio: 'ignore' });
  const apiUrl = `http://${address}`;
  const isUp = () =>
    fetch(apiUrl).then(
      () => true,
      () => false,
    );
  return {
    apiUrl,
    /** It takes a while to answer. */
    ready: () => expect.poll(isUp, { timeout: 60_000 }).toBe(true),
    close: async () => void program.kill(),
  };
}
