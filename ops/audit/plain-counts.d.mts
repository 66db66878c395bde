/** Type of plain-counts.mjs for the command. */
import type { RowClient } from './plain-votes.mjs';

export function countFaults(client: RowClient, most: number): Promise<string[]>;
