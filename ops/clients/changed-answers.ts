import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Text of an answer, and the text that replaces it. */
export type Change = readonly [from: RegExp, to: string];

/** A server in front of another one that changes its answers: a check that passes there shows nothing. */
export async function serveChanged(base: string, [from, to]: Change) {
  let changed = false;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const body = method === 'POST' ? { body: new Uint8Array(await buffer(request)) } : {};
    const type = { 'content-type': headers['content-type'] ?? 'application/json' };
    const answer = await fetch(base + url, { method, headers: type, ...body });
    const written = await answer.text();
    const text = written.replace(from, to);
    changed ||= text !== written;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close(), hasChanged: () => changed };
}
