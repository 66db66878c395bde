import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * A link to a server that can be cut, or stop passing data.
 * @param target address of the server, as `postgres://user:password@host:port/name`; it also listens at this port of 127.0.0.1
 */
export async function weakLink(target: string) {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: 'open' | 'silent' | 'cut' = 'open';
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server: Server = createServer((near) => {
    keep(near);
    if (state === 'cut') return near.destroy();
    const far = keep(createConnection(Number(port), '127.0.0.1'));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (piece) => state === 'open' && to.write(piece));
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the link does not listen');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    /** The address to use instead of the server's own. */
    url: url.href,
    /** Nothing passes any more, and no end either. */
    silence(): void {
      state = 'silent';
    },
    /** Every connection ends, and no new one is accepted. */
    cut(): void {
      state = 'cut';
      end();
    },
    /** The initial state. */
    mend(): void {
      state = 'open';
      end();
    },
    async close(): Promise<void> {
      end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
