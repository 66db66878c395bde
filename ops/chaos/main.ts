/** `npm run chaos`: people act on two API processes while processes are killed and stopped; then all is checked. */
import { parseArgs } from 'node:util';
import { lineOf, Problem } from '#ops/problem.ts';
import { stopsInReverse } from '#ops/start/stops.ts';
import { removeFolder, temporaryFolder } from '#ops/testing/run-server.ts';
import type { Around } from './mode.ts';
import { modes } from './modes.ts';
import { plants } from './plant.ts';
import { type ChaosResult, runChaos } from './run.ts';

const USAGE = `use: npm run chaos [-- --minutes 2 --seed N]
On a database of its own in a folder for temporary files, which is kept when a check fails
--plant lost-order | doubled-refund: a fault that the checks must find
${Object.values(modes)
  .map(({ use }) => use)
  .join('\n')}`;
const MAX_FAULTS_SHOWN = 20;

function readWords(words: readonly string[]) {
  const option = { type: 'string' } as const;
  const modeOptions = Object.fromEntries(Object.keys(modes).map((name) => [name, option]));
  const options = { minutes: option, seed: option, plant: option, ...modeOptions };
  const { values } = parseArgs({ args: [...words], options });
  const positive = (text: string | undefined, otherwise: number): number => {
    const value = Number(text ?? otherwise);
    if (value > 0) return value;
    throw new Problem(USAGE);
  };
  const plant = plants.find((one) => one === values.plant);
  if (plant !== values.plant) throw new Problem(USAGE);
  const chosen = Object.entries(modes).flatMap(([name, mode]) => {
    const value = Object.entries(values).find(([option]) => option === name)?.[1];
    if (value === undefined) return [];
    if (!mode.values.test(value)) throw new Problem(USAGE);
    return [{ words: ` --${name} ${value}`, open: (around: Around) => mode.open(around, value) }];
  });
  return {
    plant,
    chosen,
    minutes: positive(values.minutes, 2),
    seed: positive(values.seed, Math.floor(Math.random() * 1_000_000) + 1),
  };
}

/** @returns whether all checks passed */
function report({ counts, checks, silence_ms }: ChaosResult): boolean {
  for (const [what, times] of counts.all()) console.log(`${times.toString().padStart(8)} ${what}`);
  console.log(`longest time without an acknowledgement: ${(silence_ms / 1_000).toFixed(1)} s`);
  for (const { name, faults } of checks) {
    console.log(`${faults.length === 0 ? 'passed' : 'FAILED'}: ${name}`);
    for (const fault of faults.slice(0, MAX_FAULTS_SHOWN)) console.log(`  ${fault}`);
    if (faults.length > MAX_FAULTS_SHOWN) console.log(`  and ${faults.length - MAX_FAULTS_SHOWN} more`);
  }
  return checks.every(({ faults }) => faults.length === 0);
}

const stops = stopsInReverse();

async function run(words: readonly string[]): Promise<boolean> {
  const { minutes, seed, plant, chosen } = readWords(words);
  const dataDir = await temporaryFolder('fanwatt-chaos-');
  console.log(`seed ${seed}, ${minutes} minutes, data in ${dataDir}`);
  const failed = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => failed.reject(new Problem(`ended by ${signal}`)));
  }
  let well = false;
  let summary = '0 passed, 1 failed, 0 skipped';
  try {
    const work = runChaos(
      { seed, minutes, dataDir, plant, modes: chosen.map(({ open }) => open) },
      { stops, fail: failed.reject, tell: console.log },
    );
    const result = await Promise.race([work, failed.promise]);
    well = report(result);
    const passed = result.checks.filter(({ faults }) => faults.length === 0).length;
    summary = `${passed} passed, ${result.checks.length - passed} failed, 0 skipped`;
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
  } finally {
    await stops.run();
  }
  if (well) await removeFolder(dataDir);
  else
    console.log(
      `kept: ${dataDir}; again: npm run chaos -- --minutes ${minutes} --seed ${seed}${chosen.map((mode) => mode.words).join('')}`,
    );
  console.log(summary);
  return well;
}

try {
  process.exit((await run(process.argv.slice(2))) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Problem ? error.message : lineOf(error));
  process.exit(1);
}
