import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type PlanQuote, quotePlan } from '#services/api/catalog/contract/quote-plan.ts';
import { call } from '../../../api/client.ts';
import { quoteRequestOf } from './plan-request.ts';
import type { PlanValues } from './plan-values.ts';

const PAUSE_MS = 300;

/** The prices that the plan would show now. While an amount is unfinished, the last ones stay. */
export function useQuote(values: PlanValues): PlanQuote | undefined {
  const [request] = useDebouncedValue(JSON.stringify(quoteRequestOf(values)), PAUSE_MS);
  const { data } = useQuery({
    queryKey: ['quote', request],
    queryFn: ({ signal }) => call(quotePlan, JSON.parse(request), { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return data;
}
