import type { ReadModels } from '#read-models/engine/wait.ts';

/**
 * For a caller that wants to see its own write: waits, at most 2 s, until the read models have reached
 * `min_position`. When they do not, the answer's `as_of` says so.
 */
export async function waitForPosition(
  { readModels }: { readModels: Pick<ReadModels, 'waitFor'> },
  min_position: number | undefined,
  ...models: readonly string[]
): Promise<void> {
  if (min_position === undefined) return;
  await Promise.all(models.map((model) => readModels.waitFor(model, min_position)));
}
