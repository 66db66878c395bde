/** An address to be checked, and the name of its pictures. */
export interface Page {
  name: string;
  path: string;
}
