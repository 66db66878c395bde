import { booksNow, finalFaults, monthFaults, pastFaults, type Stood } from './check-books.ts';
import type { Counts } from './counts.ts';
import type { Stated } from './statement-desk.ts';
import { statementFaults } from './statement-faults.ts';
import type { World } from './world.ts';
import { liveMonths, type YearOptions } from './year.ts';

export interface Simulated {
  /** The errors and their times; none if the money is correct. */
  faults: string[];
  counts: Counts;
  stated: Stated;
}

/**
 * Simulates months (year.ts) and checks the money after each one and at the end (check-books.ts).
 * @param tell a line after each month
 */
export async function simulate(
  world: World,
  options: Omit<YearOptions, 'onMonth'>,
  tell: (line: string) => void,
): Promise<Simulated> {
  const faults: string[] = [];
  const ends: Stood[] = [];
  const { counts, stated } = await liveMonths(world, {
    ...options,
    async onMonth(month, creators, so_far) {
      const stood = await booksNow(world);
      ends.push(stood);
      const found = await monthFaults(world, month, creators, stood);
      faults.push(...found.map((fault) => `at the end of ${month}: ${fault}`));
      const killed = so_far.of('workers killed') + so_far.of('settlements killed');
      const done = `${so_far.of('orders')} orders, ${killed} processes killed`;
      tell(`${month}: ${found.length === 0 ? 'right' : `${found.length} faults`} (${done} so far)`);
    },
  });
  for (const stood of ends) faults.push(...(await pastFaults(world, stood)));
  faults.push(...(await finalFaults(world)).map((fault) => `at the end: ${fault}`));
  faults.push(...(await statementFaults(world, stated)));
  return { faults, counts, stated };
}
