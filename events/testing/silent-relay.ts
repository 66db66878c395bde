import { createServer, connect as dial, type Socket } from 'node:net';

/**
 * A relay to a port of this machine that can stop passing data (connections stay open) and cut connections.
 * @param at the relay's own port; 0 chooses a free one
 */
export async function silentRelay(serverUrl: string, at = 0) {
  const url = new URL(serverUrl);
  const { port } = url;
  const pairs = new Set<readonly [Socket, Socket]>();
  let silent = false;
  const flow = ([near, far]: readonly [Socket, Socket]): void => {
    for (const socket of [near, far]) silent ? socket.pause() : socket.resume();
  };
  const server = createServer((near) => {
    const far = dial(Number(port), '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on('data', (bytes) => void far.write(bytes));
    far.on('data', (bytes) => void near.write(bytes));
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
    flow(pair);
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const address = server.address();
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const turn = (to: boolean): void => {
    silent = to;
    for (const pair of pairs) flow(pair);
  };
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: url.href,
    fallSilent: (): void => turn(true),
    /** Data sent during the silence arrives now. */
    speakAgain: (): void => turn(false),
    /** Breaks all connections; new ones pass. */
    cut,
    close(): void {
      cut();
      server.close();
    },
  };
}

export type SilentRelay = Awaited<ReturnType<typeof silentRelay>>;
