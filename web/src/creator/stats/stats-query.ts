import { keepPreviousData } from '@tanstack/react-query';
import { getStats } from '#services/contract/stats/calls.ts';
import { queryOf } from '../../api/queries.ts';
import type { Days } from './period.ts';

/** One row for each business day, of one plan or of all. */
export const statsQuery = (days: Days, plan_id: string | undefined) =>
  queryOf(getStats, { ...days, plan_id }, { placeholderData: keepPreviousData });
