import process from 'node:process';

/**
 * Loaded before a child's own program: after the end of the supervisor the child stops in order, or is ended if that
 * takes too long.
 */
const TIMEOUT_MS = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
});
// Listening must not keep alive a program that has nothing left to do.
process.channel?.unref();
