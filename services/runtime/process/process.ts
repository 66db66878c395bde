import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConfigError } from '../config.ts';
import { DatabaseError } from '../database.ts';
import { MigrationError } from '../migrate.ts';
import { startWatchdog } from './watchdog.ts';

/** A started process. */
export interface Started {
  /** The report to the supervisor: the actual port. */
  ready: Readonly<Record<string, string | number>>;
  /** Accepts no new work, finishes the present one, closes connections. */
  close(): Promise<void>;
}

/** After this a process that does not get done ends all the same. */
const MAX_CLOSE_MS = 10_000;

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : undefined);

/** A line for each problem, with its remedy, for errors that an operator can correct; undefined for bugs. */
export function startFailureText(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DatabaseError || error instanceof MigrationError) {
    return error.message;
  }
  const path = error instanceof Error ? (Reflect.get(error, 'path') ?? '') : '';
  const port = error instanceof Error ? Reflect.get(error, 'port') : '';
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `port ${port} is in use: stop what listens there, or set PORT to another`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address HOST=${Reflect.get(Object(error), 'address')}: set HOST to one that it has`;
    case 'EACCES':
      return path
        ? `${path}: not allowed; make DATA_DIR writable, or set it to a folder that is`
        : `port ${port}: not allowed; set PORT to one above 1023`;
    case 'EROFS':
    case 'ENOSPC':
      return `${path}: cannot be written (${codeOf(error)}); set DATA_DIR to a folder with room`;
    default:
      return undefined;
  }
}

/** Returns memory that only the start needed: some 30 MB, which V8 would keep until memory is short. */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Runs a process until SIGTERM, SIGINT or its supervisor's end, then closes it in order. One that hangs is killed. An operator's error at the
 * start is one line on stderr and exit code 1.
 */
export async function runProcess(name: string, start: () => Promise<Started>): Promise<void> {
  let started: Started;
  try {
    started = await start();
  } catch (error) {
    const text = startFailureText(error) ?? String(error instanceof Error ? error.stack : error);
    console.error(text.replace(/^/gm, `${name}: `));
    process.exit(1);
  }
  let closing = false;
  const close = (): void => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), MAX_CLOSE_MS).unref();
    started.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`${name}: did not close cleanly: ${error instanceof Error ? error.stack : error}`);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
  // The supervisor is gone, perhaps killed: nothing may stay behind it.
  process.once('disconnect', close);
  process.send?.({ type: 'ready', ...started.ready });
  startWatchdog(name);
  releaseStartMemory();
}
