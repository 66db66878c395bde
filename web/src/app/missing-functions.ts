/** The newest function of each kind that polyfills.ts adds. A browser that has them has the others. */
const hasAll = (): boolean => 'toSpliced' in [] && 'isWellFormed' in String.prototype && 'canParse' in URL;

/** Adds the functions that this browser lacks. Other browsers load nothing. */
export async function addMissingFunctions(): Promise<void> {
  if (!hasAll()) await import('./polyfills.ts');
}
