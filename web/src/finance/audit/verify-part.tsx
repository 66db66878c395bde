import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getVerification, startVerification, type Verification } from '#services/contract/audit/audit.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';

const PROGRESS_MS = 1_000;

/** Starts a verification of the whole log, shows its progress and the last result. */
export function VerifyPart() {
  const { t } = useLocale('audit');
  const query = useQuery(
    queryOf(
      getVerification,
      {},
      {
        refetchInterval: ({ state }) => (state.data?.verification?.state === 'running' ? PROGRESS_MS : false),
      },
    ),
  );
  const verify = useCall(startVerification);
  const newest = query.data?.verification;
  return (
    <Section
      title={t('verify.title')}
      text={t('verify.text')}
      aside={
        <Button
          loading={verify.isPending || newest?.state === 'running'}
          disabled={query.data === undefined}
          onClick={() => verify.mutate({})}
        >
          {t(newest ? 'verify.again' : 'verify.start')}
        </Button>
      }
    >
      <Loaded query={query} height={72}>
        {({ verification }) =>
          verification === null ? (
            <Text c="dimmed">{t('verify.never')}</Text>
          ) : (
            <Newest verification={verification} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Newest({ verification }: { verification: Verification }) {
  const { t, formats } = useLocale('audit');
  const { asked_by, started_at, finished_at } = verification;
  return (
    <Stack gap="xs" aria-live="polite">
      <Outcome verification={verification} />
      <Text className="hint figures">
        {[
          asked_by.user_id === ''
            ? t('verify.byServer', { time: formats.dateTime(started_at) })
            : t('verify.by', { name: asked_by.name, time: formats.dateTime(started_at) }),
          ...(finished_at === null ? [] : [t('verify.finished', { time: formats.dateTime(finished_at) })]),
        ].join(' · ')}
      </Text>
    </Stack>
  );
}

function Outcome({ verification }: { verification: Verification }) {
  const { t, formats } = useLocale('audit');
  const { state, position, head, intact, differs } = verification;
  if (intact !== null) {
    return (
      <Alert color="green" radius="lg" icon={<IconShieldCheck aria-hidden />} title={t('verify.intact')}>
        {t('verify.intactText', {
          events: formats.number(intact.events),
          seals: formats.number(intact.seals),
        })}
      </Alert>
    );
  }
  if (differs !== null) {
    const where = { position: differs.position, seal: formats.number(differs.seal) };
    return (
      <Alert
        color="red"
        radius="lg"
        role="alert"
        icon={<IconShieldX aria-hidden />}
        title={t('verify.differs', where)}
      >
        {t(`fault.${differs.what}`)}{' '}
        <AnchorLink
          to="/finance/audit"
          search={(search) => ({ ...search, proof: String(differs.position) })}
          size="sm"
          underline="always"
        >
          {t('verify.look', where)}
        </AnchorLink>
      </Alert>
    );
  }
  if (state === 'broken_off') {
    return (
      <Alert color="orange" radius="lg" icon={<IconShieldQuestion aria-hidden />} title={t('verify.broken')}>
        {t('verify.brokenText')}
      </Alert>
    );
  }
  return (
    <div>
      <Progress
        size="lg"
        animated
        value={head === 0 ? 100 : (position / head) * 100}
        aria-label={t('verify.progress')}
      />
      <Text size="sm" className="figures">
        {t('verify.running', { position, head: formats.number(head) })}
      </Text>
    </div>
  );
}
