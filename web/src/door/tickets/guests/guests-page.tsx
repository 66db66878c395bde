import { Button, EmptyState, SegmentedControl, Stack } from '@mantine/core';
import { IconScan, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TICKET_STATUS } from '#events/status.ts';
import {
  type CheckInEvent,
  type CheckInRound,
  exportTickets,
  listTickets,
} from '#services/contract/tickets/tickets.ts';
import { download } from '../../../api/client.ts';
import { queryOf } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { WordsField } from '../../../components/forms/words-field.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Skeletons } from '../../../components/skeletons.tsx';
import { TablePage } from '../../../components/table/table-page.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import type { SearchState } from '../../../shell/search.ts';
import { EventSelect } from '../../event-select.tsx';
import { AGAIN_MS, eventsQuery } from '../../use-events.ts';
import type { CheckInChoice } from '../check-in.ts';
import { isOver } from '../today.ts';
import { useGuestColumns } from './guest-columns.tsx';

const A_PAGE = 50;

export interface GuestsSearch extends CheckInChoice {
  status?: number | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

/** The guest list of an event: who is in, who is still to come, and the file for a door without a phone. */
export function GuestsPage({ search, onSearch }: SearchState<GuestsSearch>) {
  const { t } = useTranslation('door');
  const events = useQuery(eventsQuery);
  const profile = useProfile();
  const outsider = profile != null && profile.creator === null && profile.teams.length === 0;
  return (
    <Loaded
      query={events}
      skeleton={
        <Stack>
          <Skeletons count={4} height={72} />
        </Stack>
      }
      isEmpty={({ list }) => list.length === 0}
      empty={
        outsider ? (
          <Outsider />
        ) : (
          <>
            <PageHead title={t('guests.title')} text={t('guests.text')} />
            <EmptyState
              size="lg"
              variant="light"
              py={48}
              icon={<IconTicket aria-hidden />}
              title={t('guests.empty')}
              description={t('guests.emptyText')}
            />
          </>
        )
      }
    >
      {({ list }) => {
        const event = list.find(({ plan }) => plan.plan_id === search.plan_id) ?? list[0];
        return event && <Guests events={list} event={event} search={search} onSearch={onSearch} />;
      }}
    </Loaded>
  );
}

function Outsider() {
  const { t } = useTranslation(['door', 'shell']);
  usePageTitle(t('nobody.onlyTeam'));
  return (
    <DeadEnd icon={<IconTicket aria-hidden />} title={t('nobody.onlyTeam')} text={t('nobody.onlyTeamText')}>
      <ButtonLink to="/">{t('shell:notFound.home')}</ButtonLink>
      <ButtonLink to="/apply" variant="default">
        {t('shell:nav.apply')}
      </ButtonLink>
    </DeadEnd>
  );
}

interface GuestsProps extends SearchState<GuestsSearch> {
  events: readonly CheckInEvent[];
  event: CheckInEvent;
}

function Guests({ events, event, search, onSearch }: GuestsProps) {
  const { t } = useTranslation('door');
  const { status, q, page = 1 } = search;
  const plan_id = event.plan.plan_id;
  const rounds = event.rounds.filter(
    ({ round_id }) => search.round_id === undefined || round_id === search.round_id,
  );
  const round_id = rounds.length === 0 ? undefined : search.round_id;
  const choice = { creator_id: event.creator.user_id, plan_id, round_id, status };
  // The creator has a separate list of orders with more actions.
  const readsOrders = useProfile()?.teams.some(
    ({ creator, rights }) => creator.user_id === event.creator.user_id && rights.includes('orders'),
  );
  const narrow = (change: GuestsSearch) => onSearch({ ...search, plan_id, page: undefined, ...change });
  return (
    <>
      <PageHead title={t('guests.title')} text={t('guests.text')}>
        {readsOrders && (
          <ButtonLink to="/order/received" search={{ creator_id: event.creator.user_id }} variant="default">
            {t('orders.open')}
          </ButtonLink>
        )}
        <ButtonLink
          to="/order/inspect"
          search={{ plan_id, round_id }}
          leftSection={<IconScan size={18} aria-hidden />}
        >
          {t('guests.scan')}
        </ButtonLink>
      </PageHead>
      <Stack gap="md">
        <EventSelect
          events={events}
          choice={{ plan_id, round_id }}
          onChoice={(chosen) => onSearch({ ...chosen })}
        />
        <GuestStates rounds={rounds} status={status} onStatus={(chosen) => narrow({ status: chosen })} />
        <WordsField
          words={q}
          label={t('guests.search')}
          longest={80}
          onSearch={(words) => narrow({ q: words })}
        />
        <TablePage
          label={t('guests.title')}
          columns={useGuestColumns()}
          rowKey={({ id }) => id}
          queryOf={(at) =>
            queryOf(
              listTickets,
              { ...choice, search_q: q, page: at, per_page: A_PAGE },
              { refetchInterval: AGAIN_MS },
            )
          }
          perPage={A_PAGE}
          page={page}
          onPage={(chosen) => onSearch({ ...search, plan_id, page: chosen })}
          nothing={{
            icon: <IconTicket aria-hidden />,
            title: t('guests.none'),
            action: (
              <Button variant="light" onClick={() => onSearch({ plan_id })}>
                {t('guests.showAll')}
              </Button>
            ),
          }}
          small
          found={({ total_count }) => t('guests.count', { count: total_count })}
          file="tickets"
          {...(q === undefined && { fileOf: async () => (await download(exportTickets, choice)).bytes })}
        />
      </Stack>
    </>
  );
}

interface Props {
  rounds: readonly CheckInRound[];
  status: number | undefined;
  onStatus: (status: number | undefined) => void;
}

/** How many are in and how many are to come; each narrows the list to those it counts. */
function GuestStates({ rounds, status, onStatus }: Props) {
  const { t, formats } = useLocale('door');
  const total = (count: (round: CheckInRound) => number) =>
    formats.number(rounds.reduce((sum, round) => sum + count(round), 0));
  const { valid, used, void: gone } = TICKET_STATUS;
  return (
    <SegmentedControl
      fullWidth
      // On the narrowest phones the words need the room that the edges have elsewhere.
      styles={{ label: { paddingInline: 'clamp(2px, 1.5vw, 14px)' } }}
      aria-label={t('guests.state')}
      value={String(status ?? '')}
      onChange={(value) => onStatus(value === '' ? undefined : Number(value))}
      data={[
        {
          value: '',
          label: `${t('guests.allStates')} ${total((round) => round.valid + round.used + round.void)}`,
        },
        {
          value: String(valid),
          label: `${t(rounds.every((round) => isOver(round)) ? 'guests.noShow' : 'guests.expected')} ${total((round) => round.valid)}`,
        },
        { value: String(used), label: `${t('guests.inside')} ${total((round) => round.used)}` },
        { value: String(gone), label: `${t('guests.void')} ${total((round) => round.void)}` },
      ]}
    />
  );
}
