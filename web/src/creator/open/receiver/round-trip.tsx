import { Badge, Button, Group, Loader, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck, IconPlayerPlay, IconShoppingBag } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tryOpenCall } from '#services/contract/open/developer.ts';
import { placeTestOrder, type ReceivedCall } from '#services/contract/open/test-receiver.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import { CallExamples } from '../call-examples.tsx';
import { CodeBlock } from '../code-block.tsx';
import { Verdicts } from './verdicts.tsx';

interface Props {
  calls: readonly ReceivedCall[];
  token: { token_id: string; token: string };
}

interface Trip {
  out_trade_no: string;
  began: number;
  /** Until the call came, in ms. */
  took?: number;
}

/** Places an order, waits for its webhook, and reads it by the open API. */
export function RoundTrip({ calls, token: { token_id, token } }: Props) {
  const { t } = useTranslation('open-receiver');
  const [trip, setTrip] = useState<Trip>();
  const place = useCall(placeTestOrder);
  const query = useCall(tryOpenCall, { refresh: false });
  const call = trip && calls.find(({ out_trade_no: number }) => number === trip.out_trade_no);
  const came = call !== undefined;
  useEffect(() => {
    if (came)
      setTrip((one) => one && { ...one, took: one.took ?? Math.round(performance.now() - one.began) });
  }, [came]);
  const params = JSON.stringify({ out_trade_no: trip?.out_trade_no ?? '' });
  const answer = query.data?.answer;
  const begin = () => {
    const began = performance.now();
    query.reset();
    place.mutate({}, { onSuccess: ({ out_trade_no }) => setTrip({ out_trade_no, began }) });
  };
  const done = [trip, call, answer].filter((one) => one !== undefined).length;
  return (
    <Section title={t('trip.title')} text={t('trip.text')}>
      <Timeline active={done - 1} bulletSize={28} lineWidth={2}>
        <Timeline.Item bullet={trip ? <IconCheck size={16} aria-hidden /> : 1} title={t('trip.place')}>
          <Stack gap="xs" mt="xs" align="flex-start">
            <Button
              leftSection={<IconShoppingBag size={18} aria-hidden />}
              loading={place.isPending}
              onClick={begin}
            >
              {t(trip ? 'trip.again' : 'trip.order')}
            </Button>
            {trip && (
              <Text size="sm" className="figures" style={{ overflowWrap: 'anywhere' }}>
                {t('trip.placed', { number: trip.out_trade_no })}
              </Text>
            )}
          </Stack>
        </Timeline.Item>
        <Timeline.Item bullet={call ? <IconCheck size={16} aria-hidden /> : 2} title={t('trip.receive')}>
          <Group gap="xs" mt="xs" role="status">
            {call ? (
              <>
                <Text size="sm">{t('trip.came', { seconds: ((trip?.took ?? 0) / 1000).toFixed(1) })}</Text>
                <Verdicts call={call} />
              </>
            ) : trip ? (
              <>
                <Loader size="xs" aria-hidden />
                <Text size="sm">{t('trip.waiting')}</Text>
              </>
            ) : (
              <Text className="hint">{t('trip.receiveText')}</Text>
            )}
          </Group>
        </Timeline.Item>
        <Timeline.Item bullet={answer ? <IconCheck size={16} aria-hidden /> : 3} title={t('trip.query')}>
          <Stack gap="md" mt="xs" style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={18} aria-hidden />}
                disabled={trip === undefined}
                loading={query.isPending}
                onClick={() => query.mutate({ token_id, name: 'query-order', params })}
              >
                {t('trip.run')}
              </Button>
              {answer && (
                <Badge color={answer.ec === 200 ? 'green' : 'red'} role="status" tt="none">
                  ec {answer.ec}
                </Badge>
              )}
            </Group>
            {answer && <CodeBlock text={JSON.stringify(answer, null, 2)} label={t('trip.answer')} />}
            {trip && <CallExamples call={{ name: 'query-order', params }} token={token} />}
          </Stack>
        </Timeline.Item>
      </Timeline>
    </Section>
  );
}
