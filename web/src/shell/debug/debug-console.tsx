import { Code, Stack, Table, Tabs, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { FRONT_VERSION } from '../../api/client.ts';
import { useProfile } from '../../app/session.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { businessZone } from '../../language/zone.ts';
import { debugLog } from './debug-log.ts';

/** Calls and queries that are shown, the newest first. */
const MOST = 100;
const TABS = ['log', 'calls', 'queries', 'state'] as const;

/** What the page does, for the two people of staff who look for a fault, and in the sandbox. */
export default function DebugConsole({ onClose }: { onClose: () => void }) {
  const { t } = useLocale('system-debug');
  return (
    <SideDrawer title={t('title')} width={720} onClose={onClose}>
      <Tabs defaultValue="log" keepMounted={false}>
        <Tabs.List mb="md">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(tab)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="log">
          <Log />
        </Tabs.Panel>
        <Tabs.Panel value="calls">
          <Calls />
        </Tabs.Panel>
        <Tabs.Panel value="queries">
          <Queries />
        </Tabs.Panel>
        <Tabs.Panel value="state">
          <State />
        </Tabs.Panel>
      </Tabs>
    </SideDrawer>
  );
}

function Log() {
  const { t, formats } = useLocale('system-debug');
  const lines = useSyncExternalStore(debugLog.subscribe, debugLog.lines);
  if (lines.length === 0) return <Text c="dimmed">{t('noLines')}</Text>;
  return (
    <Stack gap="xs" role="log">
      {lines.toReversed().map(({ n, at, text }) => (
        <div key={n}>
          <Text span className="footnote figures">
            {formats.fileTime(Math.floor(at / 1000))}
          </Text>
          <Code block tabIndex={0}>
            {text}
          </Code>
        </div>
      ))}
    </Stack>
  );
}

const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address, window.location.href);
  return pathname + search;
};

function Calls() {
  const { t } = useLocale('system-debug');
  // Read once: the list is of the moment at which it was opened.
  const [calls] = useState(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        (entry): entry is PerformanceResourceTiming =>
          entry instanceof PerformanceResourceTiming && pathOf(entry.name).startsWith('/api/'),
      )
      .slice(-MOST)
      .toReversed(),
  );
  return (
    <Rows
      head={[t('call'), t('status'), t('ms'), t('bytes')]}
      rows={calls.map(({ name, responseStatus, duration, transferSize }) => [
        pathOf(name),
        responseStatus,
        Math.round(duration),
        transferSize,
      ])}
    />
  );
}

function Queries() {
  const { t, formats } = useLocale('system-debug');
  const queries = useQueryClient().getQueryCache().getAll().slice(-MOST).toReversed();
  return (
    <Rows
      head={[t('query'), t('status'), t('read')]}
      rows={queries.map(({ queryKey, state }) => [
        JSON.stringify(queryKey),
        state.status,
        state.dataUpdatedAt === 0 ? '' : formats.fileTime(Math.floor(state.dataUpdatedAt / 1000)),
      ])}
    />
  );
}

/** Names and sizes of what the browser stores; never the values, which are of the person. */
function stored(): [string, string][] {
  try {
    return Object.entries(localStorage).map(([key, value]) => [key, `${String(value).length}`]);
  } catch {
    return []; // storage switched off by the browser
  }
}

function State() {
  const { t, i18n } = useLocale('system-debug');
  const profile = useProfile();
  const routes = useRouterState({ select: ({ matches }) => matches.map(({ routeId }) => routeId) });
  const facts: [string, string][] = [
    ['front-version', FRONT_VERSION],
    ['route', routes.at(-1) ?? ''],
    ['user_id', profile?.user.user_id ?? ''],
    ['roles', profile?.roles.join(', ') ?? ''],
    ['locale_lang', i18n.language],
    ['zone', businessZone()],
    ['window', `${window.innerWidth} × ${window.innerHeight} @${window.devicePixelRatio}`],
    ['online', String(navigator.onLine)],
    ['agent', navigator.userAgent],
  ];
  return (
    <Stack>
      <Rows head={[t('name'), t('value')]} rows={facts} />
      <Rows head={[t('stored'), t('characters')]} rows={stored()} />
    </Stack>
  );
}

interface RowsProps {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

function Rows({ head, rows }: RowsProps) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          {head.map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, nth) => (
          // Rows have no names of their own.
          <Table.Tr key={`${nth} ${row[0]}`}>
            {row.map((value, column) => (
              <Table.Td
                key={head[column]}
                className={column === 0 ? undefined : 'figures'}
                style={{ overflowWrap: column === 0 ? 'anywhere' : 'break-word' }}
              >
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
