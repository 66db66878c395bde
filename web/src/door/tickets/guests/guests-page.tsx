import { Button, EmptyState, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconScan, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CheckInEvent } from '#services/api/tickets/contract/tickets.ts';
import { checkInEventsQuery, type GuestChoice, guestListQuery, guestPages } from '../../../api/check-in.ts';
import { useProfile } from '../../../api/session.ts';
import { WordsField } from '../../../components/forms/words-field.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Pages } from '../../../components/pages.tsx';
import { Shapes } from '../../../components/shapes.tsx';
import { useFormats } from '../../../language/use-formats.ts';
import { EventSelect } from '../../event-select.tsx';
import type { CheckInChoice } from '../check-in.ts';
import { ExportGuests } from './export-guests.tsx';
import { GuestRow } from './guest-row.tsx';
import { GuestStates } from './guest-states.tsx';

export interface GuestsSearch extends CheckInChoice {
  status?: number | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

interface Props {
  search: GuestsSearch;
  onSearch: (search: GuestsSearch) => void;
}

/** The guest list of an event: who is in, who is still to come, and the file for a door without a phone. */
export function GuestsPage({ search, onSearch }: Props) {
  const { t } = useTranslation('door');
  const events = useQuery(checkInEventsQuery);
  return (
    <Loaded
      query={events}
      skeleton={
        <Stack>
          <Shapes count={4} height={72} />
        </Stack>
      }
      isEmpty={(list) => list.length === 0}
      empty={
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
      }
    >
      {(list) => {
        const event = list.find(({ plan }) => plan.plan_id === search.plan_id) ?? list[0];
        return event && <Guests events={list} event={event} search={search} onSearch={onSearch} />;
      }}
    </Loaded>
  );
}

interface GuestsProps extends Props {
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
  const choice: GuestChoice = { creator_id: event.creator.user_id, plan_id, round_id, status, search_q: q };
  const query = useQuery(guestListQuery(choice, page));
  // The creator has a list of orders of their own, with more to do.
  const isMember = useProfile()?.user.user_id !== event.creator.user_id;
  const narrow = (change: GuestsSearch) => onSearch({ ...search, plan_id, page: undefined, ...change });
  return (
    <>
      <PageHead title={t('guests.title')} text={t('guests.text')}>
        <ExportGuests choice={choice} />
        {isMember && (
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
        <Loaded
          query={query}
          skeleton={
            <Stack gap="xs">
              <Shapes count={6} height={64} radius="md" />
            </Stack>
          }
          isEmpty={({ list }) => list.length === 0}
          empty={
            <EmptyState variant="light" py={32} icon={<IconTicket aria-hidden />} title={t('guests.none')}>
              <EmptyState.Actions>
                <Button variant="light" onClick={() => onSearch({ plan_id })}>
                  {t('guests.showAll')}
                </Button>
              </EmptyState.Actions>
            </EmptyState>
          }
        >
          {({ list, total_count }) => (
            <Stack gap="xs">
              <Total count={total_count} />
              <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="xs">
                {list.map((ticket) => (
                  <GuestRow key={ticket.id} ticket={ticket} />
                ))}
              </SimpleGrid>
              <Pages
                total={guestPages(total_count)}
                page={page}
                onPage={(chosen) => onSearch({ ...search, plan_id, page: chosen })}
              />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </>
  );
}

function Total({ count }: { count: number }) {
  const { t } = useTranslation('door');
  const formats = useFormats();
  return (
    <Text size="sm" c="dimmed" className="figures">
      {t('guests.count', { count, written: formats.number(count) })}
    </Text>
  );
}
