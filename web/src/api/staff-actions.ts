import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listStaffActions, type staffAreas } from '#services/api/staff/contract/staff-actions.ts';
import { call } from './client.ts';

/** Few: other parts of the page come after them. */
const ACTIONS_A_PAGE = 10;
export const actionPages = (total: number): number => Math.ceil(total / ACTIONS_A_PAGE);

/** An area of staff work. */
export type StaffArea = (typeof staffAreas)[number];

/** Staff actions, newest first; as of a past state if given. */
export const staffActionsQuery = (area: StaffArea | undefined, page: number, as_of: string | undefined) =>
  queryOptions({
    queryKey: ['finance', 'staff-actions', area, page, as_of],
    queryFn: ({ signal }) =>
      call(listStaffActions, { area, page, per_page: ACTIONS_A_PAGE, as_of }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['staff_actions'] },
  });
