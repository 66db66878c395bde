import { ConfigError } from '#services/runtime/config.ts';
import { MigrationError } from '#services/runtime/migrate.ts';

/** An error that the user must correct: its message is one line with problem and remedy. */
export class Problem extends Error {}

/** The lines with problem and remedy of an error that an operator can correct; undefined for a bug. */
export const remedyOf = (error: unknown): string | undefined =>
  error instanceof Problem || error instanceof ConfigError || error instanceof MigrationError
    ? error.message
    : undefined;

/** One line for a person: a Problem's own, anything else with its kind in front. */
export function lineOf(error: unknown): string {
  if (error instanceof Error) return (error.message || error.name).split('\n')[0] ?? error.name;
  return String(error);
}

/** The code of a failed system call (`EADDRINUSE`, …), or of a failed query (`3D000`, …). */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
