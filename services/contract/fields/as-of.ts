import { z } from 'zod';
import { businessDay, whole } from './fields.ts';

/** The end of 2199, in Unix seconds. */
const LAST_TIME = 7_258_118_399;
/**
 * The books as of a log position (below 1,000,000,000), a time in Unix seconds through 2199, or the end of a business
 * day (`YYYY-MM-DD`).
 */
export const asOfInput = z.union([whole(0, LAST_TIME).transform(String), businessDay]).optional();
