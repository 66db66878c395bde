/** How long anything outside may take to answer. */
export const PROVIDER_DEADLINE_MS = 15_000;

/** No answer in time. The outcome at the other side is unknown. */
export class NoAnswerInTime extends Error {
  override name = 'NoAnswerInTime';
}

/** Settles as the work does, or rejects when the time is over; the work itself cannot be stopped. */
export async function inTime<Result>(work: Promise<Result>, ms: number, what: string): Promise<Result> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timeout = setTimeout(() => reject(new NoAnswerInTime(`${what}: no answer in ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timeout);
  }
}

type Calls<Port> = {
  [Name in keyof Port]-?: NonNullable<Port[Name]> extends (...args: never[]) => Promise<unknown>
    ? Name
    : never;
};

/** The same port; those of the named calls that it has reject with NoAnswerInTime after the limit. */
export function answeringInTime<Port extends object>(
  port: Port,
  calls: readonly (Calls<Port>[keyof Port] & string)[],
  ms: number = PROVIDER_DEADLINE_MS,
): Port {
  const timed = calls.flatMap((name) => {
    // By the type of `calls`.
    const call = port[name as keyof Port] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    return call ? [[name, (...args: unknown[]) => inTime(call.apply(port, args), ms, name)] as const] : [];
  });
  return { ...port, ...Object.fromEntries(timed) };
}
