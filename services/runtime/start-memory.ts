import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns memory that only the start needed: some 30 MB, which V8 would keep until memory is short. */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
