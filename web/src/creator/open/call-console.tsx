import { Alert, Badge, Button, Group, Select, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type OpenToken, tryOpenCall } from '#services/contract/open/developer.ts';
import { OPEN_CALLS, type OpenCallName } from '#services/contract/open/scopes.ts';
import { useCall } from '../../api/queries.ts';
import { Section } from '../../components/section.tsx';
import { CallExamples } from './call-examples.tsx';
import { CodeBlock } from './code-block.tsx';
import { useTokenName } from './token-name.ts';

export interface ChosenCall {
  name: OpenCallName;
  params: string;
}

const NAMES = Object.keys(OPEN_CALLS) as OpenCallName[];
const OK = 200;

/** Input to start from. */
export const FIRST_PARAMS: Readonly<Record<OpenCallName, string>> = {
  ping: '{"page":1}',
  'query-order': '{"page":1,"per_page":10}',
  'query-sponsor': '{"page":1,"per_page":10}',
  'query-plan': '{"plan_id":""}',
  'query-plans': '{"page":1}',
  'query-posts': '{"page":1}',
  'query-random-reply': '{"out_trade_no":""}',
  'update-plan-reply': '{"plan_id":"","auto_reply":""}',
  'send-msg': '{"recipient":"","content":""}',
};

interface Props {
  tokens: readonly OpenToken[];
  token_id: string | undefined;
  chosen: ChosenCall;
  /** In the sandbox: the token that examples show. */
  sandboxToken: string | undefined;
  onToken: (token_id: string) => void;
  onChoose: (chosen: ChosenCall) => void;
}

/** Tries a call with a token, and shows programs that make the same call. */
export function CallConsole({ tokens, token_id, chosen, sandboxToken, onToken, onChoose }: Props) {
  const { t } = useTranslation('open');
  const nameOf = useTokenName();
  const attempt = useCall(tryOpenCall, { refresh: true });
  const token = tokens.find((one) => one.token_id === token_id) ?? tokens[0];
  const answer = attempt.data?.answer;
  const changes = chosen.name === 'update-plan-reply' || chosen.name === 'send-msg';
  return (
    <Section title={t('console.title')} text={t('console.text')}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="md">
          <Select
            label={t('console.call')}
            data={NAMES.map((name) => ({ value: name, label: [name, t(`call.${name}`)].join(' · ') }))}
            value={chosen.name}
            allowDeselect={false}
            onChange={(value) => {
              const name = NAMES.find((one) => one === value);
              if (name) onChoose({ name, params: FIRST_PARAMS[name] });
            }}
          />
          <Select
            label={t('tokens.token')}
            placeholder={t('tokens.empty')}
            disabled={tokens.length === 0}
            data={tokens.map((one) => ({ value: one.token_id, label: nameOf(one) }))}
            value={token?.token_id ?? null}
            allowDeselect={false}
            onChange={(value) => value !== null && onToken(value)}
          />
          <Textarea
            label={t('console.params')}
            minRows={3}
            maxRows={10}
            maxLength={10_000}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={chosen.params}
            onChange={({ currentTarget: { value } }) => onChoose({ ...chosen, params: value })}
          />
          {changes && <Alert color="orange">{t('console.changes')}</Alert>}
          <Group>
            <Button
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              loading={attempt.isPending}
              disabled={token === undefined}
              onClick={() => token && attempt.mutate({ token_id: token.token_id, ...chosen })}
            >
              {t('console.run')}
            </Button>
          </Group>
        </Stack>
        <div>
          <Group gap="xs" mb="xs">
            <Text fw={600}>{t('console.answer')}</Text>
            {answer && (
              <Badge color={answer.ec === OK ? 'green' : 'red'} role="status" tt="none">
                ec {answer.ec}
              </Badge>
            )}
          </Group>
          {attempt.data ? (
            <CodeBlock text={JSON.stringify(answer, null, 2)} label={t('console.answer')} />
          ) : (
            <Text c="dimmed">{t('console.none')}</Text>
          )}
        </div>
      </SimpleGrid>
      <CallExamples call={chosen} token={sandboxToken} />
    </Section>
  );
}
