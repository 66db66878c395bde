import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { SettlementCheck } from '#services/contract/income/calls.ts';
import { checkSettlements } from '#services/contract/income/settlements.ts';
import { call } from '../../api/client.ts';
import { useMutation } from '../../api/queries.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { useLocale } from '../../language/use-locale.ts';

/** Recomputes every settlement of a month from its lines, and lists the differences. */
export function ComparePart({ month }: { month: string }) {
  const { t } = useLocale('income-settlements');
  const { mutate, isPending, data, compared } = useCompareMonth(month);
  return (
    <Section
      title={t('compare.title')}
      text={t('compare.text')}
      aside={
        <Button
          variant="light"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('compare.start')}
        </Button>
      }
    >
      {(isPending || data !== undefined) && (
        <Outcome running={isPending ? compared : undefined} found={data} />
      )}
    </Section>
  );
}

interface OutcomeProps {
  /** How many were compared so far; undefined when it is over. */
  running: number | undefined;
  found: { compared: number; differing: SettlementCheck['differing'] } | undefined;
}

function Outcome({ running, found }: OutcomeProps) {
  const { t } = useLocale('income-settlements');
  if (running !== undefined || found === undefined) {
    return (
      <Text size="sm" className="figures" role="status">
        {t('compare.running', { count: running ?? 0 })}
      </Text>
    );
  }
  if (found.differing.length === 0) {
    return (
      <Alert role="status" color="green" radius="lg" icon={<IconCheck aria-hidden />}>
        {t('compare.agrees', { count: found.compared })}
      </Alert>
    );
  }
  return (
    <Alert
      role="status"
      color="red"
      radius="lg"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('compare.differs', { count: found.differing.length })}
    >
      <List size="sm">
        {found.differing.map((one) => (
          <Differing key={one.user_id} one={one} />
        ))}
      </List>
    </Alert>
  );
}

function Differing({ one: { user_id, figures } }: { one: SettlementCheck['differing'][number] }) {
  const { t, formats } = useLocale('income-settlements');
  return (
    <List.Item>
      <AnchorLink to="." search={(search: object) => ({ ...search, user: user_id })}>
        {user_id}
      </AnchorLink>{' '}
      {formats.list(figures.map((figure) => t(`figure.${figure}`)))}
    </List.Item>
  );
}

type Differing = SettlementCheck['differing'];

/** Recomputes a month, some hundred creators per request; `compared` counts up while it runs. */
function useCompareMonth(month: string) {
  const [compared, setCompared] = useState(0);
  const comparison = useMutation({
    mutationFn: async (): Promise<{ compared: number; differing: Differing }> => {
      let done = 0;
      const differing: Differing = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: SettlementCheck = await call(checkSettlements, { month, after });
        done += page.compared;
        differing.push(...page.differing);
        setCompared(done);
        after = page.next;
      }
      return { compared: done, differing };
    },
    meta: { refresh: false },
  });
  return { ...comparison, compared };
}
