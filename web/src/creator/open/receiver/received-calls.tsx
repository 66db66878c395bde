import { Accordion, Badge, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconInbox, IconTrash } from '@tabler/icons-react';
import { useId } from 'react';
import {
  clearTestReceiver,
  RECEIVER_ANSWERS,
  type ReceivedCall,
  type ReceiverAnswer,
  setReceiverAnswer,
} from '#services/contract/open/test-receiver.ts';
import { useCall } from '../../../api/queries.ts';
import { Nothing } from '../../../components/collection.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { CodeBlock } from '../code-block.tsx';
import { useTopic } from '../webhooks/use-topic.ts';
import { Verdicts } from './verdicts.tsx';

const COLORS = { ok: 'green', error: 'red', slow: 'orange' } as const;

/** Calls that the receiver got, newest first, and its next answer. */
export function ReceivedCalls({ calls, answer }: { calls: readonly ReceivedCall[]; answer: ReceiverAnswer }) {
  const { t } = useLocale('open-receiver');
  const id = useId();
  const set = useCall(setReceiverAnswer);
  const clear = useCall(clearTestReceiver);
  const nothing = { icon: <IconInbox aria-hidden />, title: t('calls.empty'), text: t('calls.emptyText') };
  return (
    <Section
      title={t('calls.title')}
      text={t('calls.text')}
      aside={
        calls.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={clear.isPending}
            onClick={() => clear.mutate({})}
          >
            {t('calls.clear')}
          </Button>
        )
      }
    >
      <Group gap="sm">
        <Text size="sm" id={id}>
          {t('answer.label')}
        </Text>
        <SegmentedControl
          aria-labelledby={id}
          size="sm"
          value={set.isPending ? set.variables.answer : answer}
          data={RECEIVER_ANSWERS.map((value) => ({ value, label: t(`answer.${value}`) }))}
          onChange={(value) => set.mutate({ answer: value as ReceiverAnswer })}
        />
      </Group>
      {answer !== 'ok' && <Text className="hint">{t(`answer.${answer}Text`)}</Text>}
      {calls.length === 0 ? (
        <Nothing nothing={nothing} small />
      ) : (
        <Accordion variant="separated" chevronPosition="left" keepMounted={false}>
          {calls.map((call) => (
            <Call key={call.call_id} call={call} />
          ))}
        </Accordion>
      )}
    </Section>
  );
}

const indented = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

function Call({ call }: { call: ReceivedCall }) {
  const { t, formats } = useLocale('open-receiver');
  const topicOf = useTopic();
  const { topic, time, out_trade_no, attempt, answer, headers, body } = call;
  return (
    <Accordion.Item value={String(call.call_id)}>
      <Accordion.Control>
        <Stack gap={4}>
          <Group gap="xs">
            <Text fw={600}>{topic === '' ? '—' : topicOf(topic)}</Text>
            <Text className="hint figures" style={{ overflowWrap: 'anywhere' }}>
              {[formats.dateTime(time), out_trade_no].filter((text) => text !== '').join(' · ')}
            </Text>
          </Group>
          <Group gap={6}>
            <Verdicts call={call} />
            <Badge tt="none" color={COLORS[answer]}>
              {t(`calls.${answer}`)}
            </Badge>
            {attempt > 1 && (
              <Badge tt="none" color="gray">
                {t('calls.attempt', { attempt })}
              </Badge>
            )}
          </Group>
        </Stack>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md">
          <CodeBlock
            text={headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
            label={t('calls.headers')}
            wraps
          />
          <CodeBlock text={indented(body)} label={t('calls.body')} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
