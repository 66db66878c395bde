import process from 'node:process';

/**
 * Loaded before a child's own program: when the supervisor is gone, however it went, the child stops as
 * if it had been told to, and is ended if that takes too long.
 */
const PATIENCE_MS = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(1);
});
// Listening must not keep alive a program that has nothing left to do.
process.channel?.unref();
