import { parseArgs } from 'node:util';
import { lineOf, Problem } from '#ops/problem.ts';

/** Each API process uses up to 15 connections of the database. */
const MOST_REPLICAS = 8;

/** The number of API processes that the words of the command line ask for; default: 1. Throws a Problem. */
export function replicasOf(words: readonly string[]): number {
  const text = parsed(words).replicas ?? '1';
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= MOST_REPLICAS) return count;
  throw new Problem(`--replicas ${text}: must be a whole number from 1 to ${MOST_REPLICAS}`);
}

function parsed(words: readonly string[]): { replicas?: string | undefined } {
  try {
    return parseArgs({ args: [...words], options: { replicas: { type: 'string' } } }).values;
  } catch (error) {
    throw new Problem(`${lineOf(error)}: use npm start -- --replicas N`);
  }
}
