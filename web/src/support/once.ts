/** A look is requested once, without automatic retries: each is recorded. */
export const ONCE = { staleTime: 'static', retry: false } as const;
