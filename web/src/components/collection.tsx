import { Button, Center, EmptyState, SimpleGrid, type SimpleGridProps, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from './loaded.tsx';
import { Pages } from './pages.tsx';
import { Skeletons } from './skeletons.tsx';

interface MoreButtonProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Loads the next page when it becomes visible; a button, for the keyboard. */
function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) {
  const { t } = useTranslation('shell');
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting === true;
  useEffect(() => {
    if (seen && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [seen, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Center ref={ref}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('state.more')}
      </Button>
    </Center>
  );
}

/** The content for an empty list. */
interface NothingListed {
  icon: ReactNode;
  title: string;
  text?: string | undefined;
  /** The possible action. */
  action?: ReactNode;
}

/** The values that the parts of a list need from it. */
export interface ListProps<Answer> {
  /** Without it, children draw an empty list too. */
  nothing?: NothingListed | string | undefined;
  /** Smaller spacing for an empty list among other parts. */
  small?: boolean | undefined;
  /** How many there are, in words. */
  found?: ((answer: Answer) => string) | undefined;
  page?: number | undefined;
  perPage?: number | undefined;
  /** Without it there is one page. */
  onPage?: ((page: number) => void) | undefined;
}

interface Props<Answer> extends ListProps<Answer> {
  query: UseQueryResult<Answer>;
  /** Rows while it loads: how many, and how high each is, in px. */
  waiting?: ComponentProps<typeof Skeletons>;
  /** Columns of a grid of cards. */
  cols?: SimpleGridProps['cols'];
  gap?: 'xs' | 'sm' | 'md' | 'lg';
  /** Otherwise: as many shapes as rows. */
  skeleton?: ReactNode;
  /** A list that loads page after page. */
  more?: ComponentProps<typeof MoreButton>['query'] | undefined;
  /** Otherwise: its list has no rows. */
  isEmpty?: (answer: Answer) => boolean;
  children: (answer: Answer) => ReactNode;
}

/** That nothing is listed, and what that means. */
export const Nothing = ({ nothing, small = false }: Pick<ListProps<never>, 'nothing' | 'small'>) =>
  nothing === undefined ? null : typeof nothing === 'string' ? (
    <Text c="dimmed">{nothing}</Text>
  ) : (
    <EmptyState
      variant="light"
      {...(!small && { size: 'lg' })}
      py={small ? 32 : 48}
      icon={nothing.icon}
      title={nothing.title}
      description={nothing.text}
    >
      {nothing.action !== undefined && <EmptyState.Actions>{nothing.action}</EmptyState.Actions>}
    </EmptyState>
  );

const rowsOf = (answer: unknown): readonly unknown[] =>
  Array.isArray(answer) ? answer : ((answer as { list?: readonly unknown[] }).list ?? []);
const totalOf = (answer: unknown): number => (answer as { total_count?: number }).total_count ?? 0;

/** A list in its four states, with how many rows there are and its other pages. */
export function Collection<Answer>(props: Props<Answer>) {
  const { query, waiting = { count: 3, height: 112 }, cols, nothing, small, found, more, children } = props;
  const { gap = 'xs', page = 1, perPage, onPage } = props;
  const { isEmpty = (answer) => nothing !== undefined && rowsOf(answer).length === 0 } = props;
  const layout = (rows: ReactNode) =>
    cols === undefined ? rows : <SimpleGrid cols={cols}>{rows}</SimpleGrid>;
  return (
    <Loaded
      query={query}
      skeleton={props.skeleton ?? <Stack gap={gap}>{layout(<Skeletons {...waiting} />)}</Stack>}
      isEmpty={isEmpty}
      empty={<Nothing nothing={nothing} small={small} />}
    >
      {(answer) => (
        <Stack gap={gap}>
          {found !== undefined && (
            <Text className="hint figures" role="status">
              {found(answer)}
            </Text>
          )}
          {layout(children(answer))}
          {more && <MoreButton query={more} />}
          {onPage && <Pages total={totalOf(answer)} perPage={perPage} page={page} onPage={onPage} />}
        </Stack>
      )}
    </Loaded>
  );
}
