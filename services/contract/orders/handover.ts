/** Times that an order is given to another account of the same person. */
export const MAX_HANDOVERS = 3;
