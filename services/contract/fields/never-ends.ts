/** The end of what never ends, as programs for this kind of platform know it. */
export const NEVER_ENDS = 2_114_352_000;
