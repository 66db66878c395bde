import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

interface ReceivedSms {
  headers: IncomingHttpHeaders;
  body: string;
}

/** The gateway's answer; `silent`: none. */
type Verdict = { status: number; text?: string } | 'silent';

const ACCEPTED: Verdict = { status: 200, text: '{"code":0}' };

/** A gateway for text messages on this machine. */
export async function startSmsServer() {
  const received: ReceivedSms[] = [];
  let verdict: Verdict = ACCEPTED;
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    if (verdict === 'silent') return;
    response.writeHead(verdict.status, { location: '/elsewhere' }).end(verdict.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway does not listen');
  return {
    url: `http://127.0.0.1:${address.port}/send`,
    received,
    /** All messages are answered so from now on; undefined: accepted. */
    answer(next: Verdict = ACCEPTED): void {
      verdict = next;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
