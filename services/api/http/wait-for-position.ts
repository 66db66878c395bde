import type { ReadModels } from '#read-models/engine/wait.ts';

/**
 * For clients that need their own write: waits 2 s at most until the read models have reached `min_position`. The
 * answer's `as_of` shows the result.
 */
export async function waitForPosition(
  { readModels }: { readModels: Pick<ReadModels, 'waitFor'> },
  min_position: number | undefined,
  ...models: readonly string[]
): Promise<void> {
  if (min_position === undefined) return;
  await Promise.all(models.map((model) => readModels.waitFor(model, min_position)));
}
