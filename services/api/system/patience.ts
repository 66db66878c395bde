/** `late` after a timeout; the call continues in the background. */
export async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result | 'late'> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), ms);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** One call at a time: a call during another one gets its answer, so unanswered calls do not pile up. */
export function oneAtATime<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<Result> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
