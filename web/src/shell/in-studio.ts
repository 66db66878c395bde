import { useMatches } from '@tanstack/react-router';

/** Whether the page is in the creator's area, whose addresses have no common prefix. */
export const useInStudio = (): boolean =>
  useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/_creator') });
