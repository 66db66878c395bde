import { EmptyState, Select, Stack, Text } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getTrace } from '#services/contract/books/trace.ts';
import { queryOf } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { WordsField } from '../../../components/forms/words-field.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import type { SearchState } from '../../../shell/search.ts';
import { useAsOf } from '../../frame/as-of.ts';
import { OrderTrace } from './order-trace.tsx';
import { WithdrawalTrace } from './withdrawal-trace.tsx';

/** The subject of a trace: an order, or a withdrawal. */
export interface Traced {
  out_trade_no?: string | undefined;
  withdrawal?: string | undefined;
}

const KINDS = ['out_trade_no', 'withdrawal'] as const;
type Kind = (typeof KINDS)[number];

/** /finance/trace: one order from the click to the bank, or a withdrawal the way back. */
export function TracePage({ search, onSearch }: SearchState<Traced>) {
  const { t } = useLocale('audit');
  const [kind, setKind] = useState<Kind>(search.withdrawal === undefined ? 'out_trade_no' : 'withdrawal');
  const number = search.withdrawal ?? search.out_trade_no;
  return (
    <>
      <PageHead title={t('trace.title')} text={t('trace.text')} />
      <Stack gap="lg">
        <WordsField
          words={number}
          label={t('trace.find')}
          longest={80}
          onSearch={(words) => onSearch(words === undefined ? {} : { [kind]: words })}
          beside={
            <Select
              w={128}
              aria-label={t('trace.what')}
              allowDeselect={false}
              value={kind}
              onChange={(chosen) => setKind(chosen ?? kind)}
              data={KINDS.map((value) => ({ value, label: t(`trace.kind.${value}`) }))}
            />
          }
        />
        {number === undefined ? (
          <Nothing title={t('trace.start')} text={t('trace.startText')} />
        ) : (
          <Found key={number} traced={search} />
        )}
      </Stack>
    </>
  );
}

function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState variant="light" py={48} icon={<IconRoute aria-hidden />} title={title} description={text} />
  );
}

function Found({ traced: { withdrawal, out_trade_no } }: { traced: Traced }) {
  const { t, formats } = useLocale('audit');
  const as_of = useAsOf();
  const query = useQuery(
    queryOf(getTrace, { ...(withdrawal === undefined ? { out_trade_no } : { withdrawal }), as_of }),
  );
  if (isRefusal(query.error, EC.notFound, EC.badInput)) {
    return (
      <Nothing
        title={t('trace.none')}
        text={t(as_of === undefined ? 'trace.noneText' : 'trace.noneThenText')}
      />
    );
  }
  return (
    <Loaded query={query} height={520}>
      {({ trace, as_of }) => (
        <>
          {trace.kind === 'order' ? <OrderTrace order={trace} /> : <WithdrawalTrace withdrawal={trace} />}
          <Text className="footnote figures">
            {t('trace.asOf', {
              time: formats.dateTime(as_of.time),
              position: as_of.position,
            })}
          </Text>
        </>
      )}
    </Loaded>
  );
}
