import { Badge, Code, Group, Paper, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { FileChecked } from '#services/contract/audit/proof-file.ts';
import { Fact } from '../components/fact.tsx';
import { actorWord, eventMoney, eventWord } from '../components/staff/logged-words.ts';
import { useLocale } from '../language/use-locale.ts';

type Texts = Readonly<Record<string, unknown>>;

/** The content of an unverified text: any value. */
function fieldsOf(text: string): Texts {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? (fields as Texts) : {};
  } catch {
    return {};
  }
}

/** One event of a proof: content, position, and the result of the check. */
export function ProvenEvent({ proof, fault }: FileChecked['events'][number]) {
  const { t, formats } = useLocale(['proof', 'audit-event']);
  const { t: words } = useLocale('audit-event');
  const { event, seal } = proof;
  const { at, actor } = fieldsOf(event.metadata);
  const money = eventMoney(fieldsOf(event.data));
  return (
    <Paper withBorder p="md" component="article">
      <Group justify="space-between" gap="xs">
        <Text fw={650}>
          {eventWord(words, event.type)}
          {money !== undefined && <span className="figures"> {formats.money(money)}</span>}
        </Text>
        <Badge
          color={fault === null ? 'green' : 'red'}
          leftSection={fault === null ? <IconCheck size={12} aria-hidden /> : <IconX size={12} aria-hidden />}
          style={{ height: 'auto' }}
          styles={{ label: { whiteSpace: 'normal' } }}
        >
          {t(`fault.${fault ?? 'none'}`)}
        </Badge>
      </Group>
      <Text className="hint figures">
        {[
          ...(typeof at === 'number' ? [formats.dateTime(at / 1000)] : []),
          words('position', { position: event.position }),
          words('seal', { number: formats.number(seal.number) }),
          t('sealedAt', { time: formats.dateTime(seal.sealed_at / 1000) }),
        ].join(' · ')}
      </Text>
      <details>
        <Text component="summary" size="sm" style={{ cursor: 'pointer' }}>
          {words('raw')}
        </Text>
        <Fact label={words('stream')}>{event.stream}</Fact>
        <Fact label={words('version')}>{event.version}</Fact>
        <Fact label={words('id')}>{event.id}</Fact>
        {typeof actor === 'string' && <Fact label={words('actorLabel')}>{actorWord(words, actor)}</Fact>}
        <Raw label={words('data')} text={event.data} />
        <Raw label={words('metadata')} text={event.metadata} />
      </details>
    </Paper>
  );
}

function Raw({ label, text }: { label: string; text: string }) {
  return (
    <>
      <Text className="hint" mt="xs">
        {label}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </>
  );
}
