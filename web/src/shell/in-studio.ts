import { useMatches } from '@tanstack/react-router';

/** Whether the page is one of the creator's area, whose addresses have nothing in common. */
export const useInStudio = (): boolean =>
  useMatches({ select: (matches) => matches.some(({ routeId }) => routeId === '/_creator') });
