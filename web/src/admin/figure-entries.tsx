import { Button, Center, Paper, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { explainPerson, type PERSON_FIGURES, type PersonEntry } from '#services/contract/staff/users.ts';
import { call } from '../api/client.ts';
import { useProfile } from '../app/session.ts';
import { MainFact } from '../components/fact.tsx';
import { Loaded } from '../components/loaded.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import { Skeletons } from '../components/skeletons.tsx';
import { useLocale } from '../language/use-locale.ts';

export type PersonFigure = (typeof PERSON_FIGURES)[number];

interface Props {
  user_id: string;
  reason: string;
  /** Closed without one. */
  figure: PersonFigure | undefined;
  onClose: () => void;
}

/** The events that a person's figure comes from, the newest first. Each page is a recorded look. */
export function FigureEntries({ figure, onClose, ...of }: Props) {
  const { t } = useLocale('staff');
  return (
    <SideDrawer title={figure && t(`users.amount.${figure}`)} width={560} onClose={onClose}>
      {figure !== undefined && <Entries key={figure} figure={figure} {...of} />}
    </SideDrawer>
  );
}

function Entries({ user_id, reason, figure }: Omit<Props, 'figure' | 'onClose'> & { figure: PersonFigure }) {
  const { t } = useLocale(['staff', 'staff-lists']);
  const query = useInfiniteQuery({
    queryKey: [explainPerson.path, user_id, figure, reason],
    queryFn: ({ pageParam, signal }) =>
      call(explainPerson, { user_id, figure, reason, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 'static',
    retry: false,
  });
  return (
    <Loaded query={query} skeleton={<Skeletons count={3} height={96} />}>
      {({ pages }) => {
        const entries = pages.flatMap(({ list }) => list);
        return (
          <Stack gap="sm">
            {entries.length === 0 && <Text c="dimmed">{t('users.noEntries')}</Text>}
            {entries.map((entry, nth) => (
              // One event can move several accounts.
              <Entry key={`${entry.position} ${nth}`} entry={entry} />
            ))}
            {query.hasNextPage && (
              <Center>
                <Button
                  variant="default"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('staff-lists:more.load')}
                </Button>
              </Center>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

function Entry({ entry: { kind, amount, time, position, out_trade_no, ref } }: { entry: PersonEntry }) {
  const { t, formats } = useLocale('withdrawals');
  const sees = useProfile()?.roles.includes('finance') === true;
  return (
    <Paper withBorder p="md" component="article">
      <MainFact label={t(`entries.kind.${kind}`)}>
        {Number(amount) > 0 ? '+' : ''}
        {formats.money(amount)}
      </MainFact>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {out_trade_no !== null && sees ? (
          <Link to="/finance/trace" search={{ out_trade_no }}>
            {out_trade_no}
          </Link>
        ) : (
          (out_trade_no ?? ref)
        )}
      </Text>
      <Text className="footnote figures">{t('entries.at', { time: formats.dateTime(time), position })}</Text>
    </Paper>
  );
}
