import { Button, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckInEvent } from '#services/contract/tickets/tickets.ts';
import { codeReader } from '../../components/camera/code-reader.ts';
import classes from '../../components/camera/stage.module.css';
import { useCamera } from '../../components/camera/use-camera.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { usePageTitle } from '../../shell/page-title.ts';
import type { SearchState } from '../../shell/search.ts';
import { EventSelect } from '../event-select.tsx';
import { useCheckIn } from '../use-check-in.ts';
import { useCheckInEvents } from '../use-events.ts';
import { CameraView } from './camera-view.tsx';
import type { CheckInChoice } from './check-in.ts';
import { LinkedTicket } from './linked-ticket.tsx';
import { ManualEntry } from './manual-entry.tsx';
import { RecentScans } from './recent-scans.tsx';
import { readScannedCode } from './scanned-code.ts';
import { todaysChoice } from './today.ts';
import { VerdictCover } from './verdict-cover.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

/** The files of ours that this page has loaded so far. */
const loadedFiles = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname),
  ),
];

/**
 * Keeps the page on this device, so that it opens again without a connection. Where the browser cannot (no TLS,
 * no service workers) the page works while it stays open.
 */
async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  // Loads the camera's code now, because the device can be offline later.
  await codeReader();
  await navigator.serviceWorker.register('/door-worker.js', { scope: '/order/inspect' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(loadedFiles());
}

export interface InspectSearch extends CheckInChoice {
  /** The ticket of a QR code that was opened as a link. */
  out_trade_no?: string | undefined;
  id?: string | undefined;
  /** Its token. */
  t?: string | undefined;
}

/** /order/inspect: the door. Made for phones: the camera, one large verdict, then the next ticket. */
export function InspectPage({ search, onSearch }: SearchState<InspectSearch>) {
  const { t } = useTranslation('door');
  usePageTitle(t('title'));
  const events = useCheckInEvents();
  const isDoor = events !== undefined && events.length > 0;
  useEffect(() => {
    // Where it cannot be kept the page still works while it stays open.
    if (isDoor) keepOffline().catch(() => undefined);
  }, [isDoor]);
  const linked = search.id !== undefined && search.out_trade_no !== undefined;
  if (!linked && events?.length === 0) return <NobodysDoor />;
  return (
    <Container size={560} py="lg">
      <Stack gap="md">
        <div>
          <Title order={1} fz={26}>
            {t(linked ? 'linked.title' : 'title')}
          </Title>
          {!linked && <Text c="dimmed">{t('text')}</Text>}
        </div>
        {linked ? (
          <Linked search={search} onNext={() => onSearch({})} />
        ) : (
          <Door events={events} search={search} onSearch={onSearch} />
        )}
      </Stack>
    </Container>
  );
}

/** The same code stays before the camera for a while: it is one scan. */
const SAME_SCAN_MS = 2_500;

function Door({
  events,
  search,
  onSearch,
}: SearchState<InspectSearch> & { events: readonly CheckInEvent[] | undefined }) {
  const { t } = useTranslation('door');
  // Today's round by default; an event without a round is a choice, too.
  const choice =
    search.plan_id === undefined
      ? todaysChoice(events ?? [], Math.floor(Date.now() / 1000))
      : { plan_id: search.plan_id, round_id: search.round_id };
  const door = useCheckIn(choice, events ?? []);
  const seen = useRef({ text: '', at: 0 });
  const camera = useCamera((text) => {
    const now = performance.now();
    const same = seen.current.text === text && now - seen.current.at < SAME_SCAN_MS;
    // Another one while the last is being judged comes again with the next picture.
    if (door.busy && !same) return;
    seen.current = { text, at: now };
    if (!same) door.scan(readScannedCode(text));
  });
  return (
    <>
      {events === undefined ? (
        <Skeleton height={60} />
      ) : (
        <EventSelect events={events} choice={choice} onChoice={onSearch} />
      )}
      <CameraView camera={camera} door={door} />
      {camera.state === 'on' && (
        <Group justify="center">
          <Button variant="default" size="sm" onClick={camera.stop}>
            {t('camera.stop')}
          </Button>
        </Group>
      )}
      <WaitingPanel door={door} />
      <ManualEntry busy={door.busy} onEntered={door.scan} />
      <ButtonLink to="/order/guests" search={choice} variant="light">
        {t('list')}
      </ButtonLink>
      <RecentScans recent={door.recent} />
    </>
  );
}

/** One ticket, opened as a link; afterwards the camera is one tap away. */
function Linked({ search, onNext }: { search: InspectSearch; onNext: () => void }) {
  const { out_trade_no = '', id = '', t: token } = search;
  const door = useCheckIn({}, []);
  const scanned = token ? { kind: 'token' as const, token } : { kind: 'number' as const, out_trade_no, id };
  return (
    <>
      {door.shown ? (
        <div className={classes.stage}>
          <VerdictCover verdict={door.shown.verdict} onNext={onNext} onAdmit={door.admitAnyway} />
        </div>
      ) : (
        <LinkedTicket
          out_trade_no={out_trade_no}
          id={id}
          busy={door.busy}
          onAdmit={() => door.scan(scanned)}
          onNext={onNext}
        />
      )}
      <WaitingPanel door={door} />
    </>
  );
}

function NobodysDoor() {
  const { t } = useTranslation(['door', 'shell']);
  return (
    <DeadEnd icon={<IconTicket aria-hidden />} title={t('nobody.title')} text={t('nobody.text')}>
      <ButtonLink to="/">{t('shell:notFound.home')}</ButtonLink>
    </DeadEnd>
  );
}
