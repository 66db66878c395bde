import type { KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { Millis } from '#events/time.ts';
import { repeatedCommand } from '#services/commerce/committer/repeatable-commands.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import {
  COMMANDS_PATH,
  DECIDED_WITHIN_MS,
  type ForwardedAnswer,
  type ForwardedCommand,
  forwardedCommands,
  MAX_BODY_BYTES,
} from './forwarded.ts';
import type { Replicas } from './replicas.ts';
import { SIGNATURE_HEADER, signatureCheck } from './signature.ts';

/** Bodies that are decided at the same time; a sender that is turned away decides itself. */
const MAX_BYTES_AT_ONCE = 16 * 1_048_576;
const MAX_CONNECTIONS = 256;
const REQUEST_TIMEOUT_MS = 2_000;

interface Parts {
  /** Of this process: it never forwards. */
  committer: Pick<Committer, 'submit'>;
  replicas: Pick<Replicas, 'instance' | 'now'>;
  /** Shared by all API processes. */
  /** Requests of each are accepted. */
  keys: readonly KeyObject[];
}

/** Takes commands of the other API processes, on a separate port in the private network. */
export function privateServer({ committer, replicas, keys }: Parts) {
  const check = signatureCheck(keys);
  let bytes = 0;

  async function decide(
    { name, input, actor, correlation_id, causation_id }: ForwardedCommand,
    signed_at: Millis,
  ): Promise<ForwardedAnswer> {
    const command = repeatedCommand(name, input);
    if (command === undefined) return null;
    try {
      return await committer.submit({
        ...command,
        decide(states, now) {
          if (replicas.now() > signed_at + DECIDED_WITHIN_MS) throw new Error('too late: its sender decides');
          return command.decide(states, now);
        },
        actor,
        ...(correlation_id !== undefined && { correlation_id }),
        ...(causation_id !== undefined && { causation_id }),
      });
    } catch {
      // The sender decides it itself, and finds the same error or not.
      return null;
    }
  }

  async function bodyOf(request: IncomingMessage, length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let read = 0;
    for await (const part of request) {
      read += part.length;
      if (read > length) throw new Error('longer than it says');
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** @returns the status, and the answer to a genuine request */
  async function answer(request: IncomingMessage): Promise<{ status: number; body?: string }> {
    const { method = '', url: path = '', headers } = request;
    const header = headers[SIGNATURE_HEADER];
    if (method !== 'POST' || path !== COMMANDS_PATH) return { status: 404 };
    if (!check.isTimely(header, replicas.now())) return { status: 403 };
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (!(length <= MAX_BODY_BYTES)) return { status: 413 };
    if (bytes + length > MAX_BYTES_AT_ONCE) return { status: 503 };
    bytes += length;
    try {
      const body = await bodyOf(request, length);
      const signed = { method, path, to: replicas.instance, body };
      const signed_at = check.signedAt(header, signed, replicas.now());
      if (signed_at === undefined) return { status: 403 };
      // Only processes of ours have the key, but one of them can be another version.
      const { data: commands, error } = forwardedCommands.safeParse(JSON.parse(body.toString()));
      if (error) return { status: 400 };
      const answers = await Promise.all(commands.map((command) => decide(command, signed_at)));
      return { status: 200, body: JSON.stringify(answers) };
    } finally {
      bytes -= length;
    }
  }

  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS });
  server.maxConnections = MAX_CONNECTIONS;
  server.keepAliveTimeout = 60_000;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ({ status, body }) => {
        // The unread rest of a refused request is discarded.
        response.writeHead(status, status === 200 ? {} : { connection: 'close' }).end(body);
      },
      () => request.destroy(),
    );
  });

  return {
    /** Begins to listen. @returns host:port for the other processes */
    async listen(host: string): Promise<string> {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, host, resolve);
      });
      const { port } = server.address() as AddressInfo; // listens at a port
      const name = host === '0.0.0.0' || host === '::' ? hostname() : host;
      return `${name.includes(':') ? `[${name}]` : name}:${port}`;
    },
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closed;
    },
  };
}
