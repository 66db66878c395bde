import { parseArgs } from 'node:util';
import { lineOf, Problem, remedyOf } from '#ops/problem.ts';
import { releaseStartMemory } from '#services/runtime/process/process.ts';
import { bringUp } from './bring-up.ts';
import { stopsInReverse } from './stops.ts';

/**
 * Runs the server until a signal comes. Sets the exit code: 0 after a signal, 1 when it cannot run.
 * @param words of the command line: `--replicas N`
 */
export async function supervise(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<void> {
  const stops = stopsInReverse();
  const leave = (code: number): void => {
    process.exitCode ??= code;
    void stops.run().then(() => process.exit());
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stops.running) console.log('\nStopping …');
      leave(0);
    });
  }
  const fail = (error: unknown): void => {
    // Errors during the stop are ignored.
    if (stops.running) return;
    // An error with a remedy is its lines; any other is a bug and shows its stack.
    console.error(remedyOf(error) ?? error);
    leave(1);
  };
  try {
    const replicas = replicasOf(words);
    await bringUp({ env, replicas, stops, fail, tell: (line) => stops.running || console.log(line) });
    releaseStartMemory();
  } catch (error) {
    fail(error);
  }
}

/** Each API process uses up to 15 connections of the database. */
const MAX_REPLICAS = 8;

/** The number of API processes that the words of the command line ask for; default: 1. Throws a Problem. */
function replicasOf(words: readonly string[]): number {
  const text = parsed(words).replicas ?? '1';
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MAX_REPLICAS) return count;
  throw new Problem(`--replicas ${text}: must be a whole number from 1 to ${MAX_REPLICAS}`);
}

function parsed(words: readonly string[]): { replicas?: string | undefined } {
  try {
    return parseArgs({ args: [...words], options: { replicas: { type: 'string' } } }).values;
  } catch (error) {
    throw new Problem(`${lineOf(error)}: use npm start -- --replicas N`);
  }
}
