/** `npm run simulate`: a year of the market at full speed, with processes killed, and the books checked. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '#ops/problem.ts';
import { runProgram } from '#ops/program.ts';
import { startThrowawayServer } from '#ops/testing/throwaway-server.ts';
import { askHledger, hledgerIsHere } from './hledger.ts';
import { simulate } from './simulate.ts';
import { openWorld } from './world.ts';

const USAGE = `use: npm run simulate [-- --seed N --creators 200 --orders 100000 --months 12]
On a database of its own in a folder for temporary files; nothing is left behind`;

const number = { type: 'string' } as const;

function readWords(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: { seed: number, creators: number, orders: number, months: number },
  });
  const whole = (text: string | undefined, otherwise: number): number => {
    const value = Number(text ?? otherwise);
    if (Number.isInteger(value) && value > 0) return value;
    throw new Problem(USAGE);
  };
  return {
    seed: whole(values.seed, Math.floor(Math.random() * 1_000_000) + 1),
    creators: whole(values.creators, 200),
    orders: whole(values.orders, 100_000),
    months: whole(values.months, 12),
  };
}

/** @returns whether the money was right */
async function run(words: readonly string[]): Promise<boolean> {
  const options = readWords(words);
  const began = performance.now();
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-simulation-'));
  try {
    console.log(`seed ${options.seed}`);
    const server = await startThrowawayServer();
    try {
      const world = await openWorld({ databaseUrl: server.url, dataDir: folder });
      try {
        const { faults, counts } = await simulate(world, options, console.log);
        if (await hledgerIsHere()) {
          const { faults: theirs, accounts, bytes } = await askHledger(world);
          faults.push(...theirs);
          const same = theirs.length === 0 ? 'all as in the books' : `${theirs.length} faults`;
          console.log(`hledger: ${accounts} accounts from ${(bytes / 1e6).toFixed(0)} MB, ${same}`);
        } else console.log('hledger is not installed: the export is not checked with it');
        for (const [what, times] of counts.all()) console.log(`${times.toString().padStart(8)} ${what}`);
        const events = await world.log.head();
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        for (const fault of faults.slice(0, 50)) console.log(fault);
        console.log(
          `${events} events in ${seconds} s: ${faults.length === 0 ? 'the money is right' : `${faults.length} FAULTS`}, seed ${options.seed}`,
        );
        return faults.length === 0;
      } finally {
        await world.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runProgram(USAGE, () => run(process.argv.slice(2)));
