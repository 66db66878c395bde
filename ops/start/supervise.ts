import { lineOf, Problem } from '#ops/problem.ts';
import { ConfigError } from '#services/runtime/config.ts';
import { MigrationError } from '#services/runtime/migrate.ts';
import { releaseStartMemory } from '#services/runtime/process.ts';
import { bringUp } from './bring-up.ts';
import { replicasOf } from './replicas.ts';
import { stopsInReverse } from './stops.ts';

/** An error with problem and remedy is one line; any other is a bug and shows its stack. */
const isExpected = (error: unknown): boolean =>
  error instanceof Problem || error instanceof ConfigError || error instanceof MigrationError;

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
    console.error(isExpected(error) ? lineOf(error) : error);
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
