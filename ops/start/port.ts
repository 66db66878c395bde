import { createServer } from 'node:net';
import { freePort } from '#ops/postgres/server.ts';
import { codeOf, lineOf, Problem } from '#ops/problem.ts';

/** The port to listen on: the wanted one, or for 0 a free one. Throws a Problem when it cannot be had. */
export async function takePort(host: string, port: number): Promise<number> {
  if (port === 0) return freePort();
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(new Problem(explain(error, host, port))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
  return port;
}

function explain(error: unknown, host: string, port: number): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is in use: stop the program that listens there, or set PORT to another`;
    case 'EACCES':
      return `port ${port} of ${host} needs more rights: set PORT to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host}: this machine has no such address; use 127.0.0.1 or 0.0.0.0`;
    default:
      return `cannot listen on ${host}:${port}: ${lineOf(error)}`;
  }
}
