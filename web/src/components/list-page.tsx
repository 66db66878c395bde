import { EmptyState, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { Pages } from './pages.tsx';
import { Shapes } from './shapes.tsx';

interface Counted {
  list: readonly unknown[];
  total_count: number;
}

/** The content for an empty list. */
export interface NothingListed {
  icon: ReactNode;
  title: string;
  text?: string;
  /** What can be done about it. */
  action?: ReactNode;
}

interface Props<Answer extends Counted> {
  query: UseQueryResult<Answer>;
  /** Rows while it loads: how many, and how high each is, in px. */
  waiting: { count: number; height: number };
  nothing: NothingListed;
  /** Smaller spacing for an empty list among other parts. */
  small?: boolean;
  /** How many there are, in words. */
  found?: (answer: Answer) => string;
  /** The number of pages. */
  pagesOf: (total: number) => number;
  page: number;
  onPage: (page: number) => void;
  children: (answer: Answer) => ReactNode;
}

/** That nothing is listed, and what that means. */
export const Nothing = ({ nothing, small = false }: { nothing: NothingListed; small?: boolean }) => (
  <EmptyState
    variant="light"
    py={small ? 32 : 48}
    icon={nothing.icon}
    title={nothing.title}
    {...(nothing.text !== undefined && { description: nothing.text })}
  >
    {nothing.action !== undefined && <EmptyState.Actions>{nothing.action}</EmptyState.Actions>}
  </EmptyState>
);

/** A page of a list in its four states, with how many there are and the way to the other pages. */
export function ListPage<Answer extends Counted>(props: Props<Answer>) {
  const { query, waiting, nothing, small = false, found, pagesOf, page, onPage, children } = props;
  return (
    <Loaded
      query={query}
      skeleton={
        <Stack gap="xs">
          <Shapes {...waiting} />
        </Stack>
      }
      isEmpty={({ list }) => list.length === 0}
      empty={<Nothing nothing={nothing} small={small} />}
    >
      {(answer) => (
        <Stack gap="xs">
          {found !== undefined && (
            <Text size="sm" c="dimmed" className="figures" role="status">
              {found(answer)}
            </Text>
          )}
          {children(answer)}
          <Pages total={pagesOf(answer.total_count)} page={page} onPage={onPage} />
        </Stack>
      )}
    </Loaded>
  );
}
