/** An address to be looked at, and what its pictures are called. */
export interface Page {
  name: string;
  path: string;
}
