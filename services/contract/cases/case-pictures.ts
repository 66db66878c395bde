/** Pictures of one case, of the fan and the creator together. */
export const MAX_CASE_PICS = 9;
