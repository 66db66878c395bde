import { join } from 'node:path';
import { DATABASE_NAME } from './cluster.ts';

/** Where a server of ours listens: on a port of 127.0.0.1, and on a socket file if there is a folder for it. */
export interface Address {
  port: number;
  socketFolder: string | undefined;
}

/** Longest path of a socket's file, in bytes: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH_LENGTH = 103;

/**
 * The cluster's own folder: PostgreSQL's user owns it, and root and that user are the only ones who may look
 * into it. Undefined when its path is too long for a socket.
 */
export function socketFolderOf(cluster: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  const longest = Buffer.byteLength(join(cluster, '.s.PGSQL.65535.lock'));
  return longest <= MAX_SOCKET_PATH_LENGTH ? cluster : undefined;
}

/** The value of `unix_socket_directories`, which is a list. */
export const socketSetting = ({ socketFolder }: Address): string =>
  socketFolder === undefined ? '' : `"${socketFolder.replaceAll('"', '""')}"`;

/** By the socket where there is one: a message by TCP costs both sides a fifth to a third more. */
export function databaseUrl(
  { port, socketFolder }: Address,
  password: string,
  database = DATABASE_NAME,
): string {
  const host = socketFolder === undefined ? '127.0.0.1' : encodeURIComponent(socketFolder);
  return `postgres://${DATABASE_NAME}:${password}@${host}:${port}/${database}`;
}
