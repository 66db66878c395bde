/** PostgreSQL undid the statement, and its transaction, because it waited for somebody who waited for it. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40P01';

/** Runs `work`, which a deadlock undoes as a whole, and runs it once more after one. */
export async function repeatedOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isDeadlock(error)) throw error;
    return await work();
  }
}
