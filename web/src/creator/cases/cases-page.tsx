import { Paper, SegmentedControl, Stack, Title } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  acceptCase,
  declineCase,
  listCreatorCases,
  MAX_CASE_TEXT,
  type CaseThread as Thread,
  writeInCase,
} from '#services/contract/cases/cases.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { type CaseChoice, CaseForm } from '../../components/cases/case-form.tsx';
import { CaseThread } from '../../components/cases/case-thread.tsx';
import { untilPrepared, useCasePictures } from '../../components/cases/use-case-pictures.tsx';
import { useRefundAmount } from '../../components/cases/use-refund-amount.tsx';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';

export interface CasesSearch {
  page?: number | undefined;
  /** 1: those that the creator has decided, or that are over. */
  over?: number | undefined;
}

/** /dashboard/requests: what fans ask for, those that are due first at the top. */
export function CasesPage({ search, onSearch }: SearchState<CasesSearch>) {
  const { t } = useLocale('cases');
  const { page = 1, over = 0 } = search;
  const query = useQuery(
    queryOf(
      listCreatorCases,
      { page, is_over: over === 1 ? '1' : '0' },
      { refetchInterval: ({ state: { data } }) => untilPrepared(data?.list) },
    ),
  );
  return (
    <>
      <PageHead title={t('queue.title')} text={t('queue.text')} />
      <Stack gap="lg">
        <SegmentedControl
          aria-label={t('queue.show')}
          style={{ alignSelf: 'flex-start' }}
          value={String(over)}
          onChange={(value) => onSearch({ over: value === '1' ? 1 : undefined })}
          data={[
            { value: '0', label: t('queue.waiting') },
            { value: '1', label: t('queue.over') },
          ]}
        />
        <Collection
          query={query}
          waiting={{ count: 2, height: 220 }}
          gap="lg"
          nothing={{
            icon: <IconMessageQuestion aria-hidden />,
            title: t(over === 1 ? 'queue.noneOver' : 'queue.none'),
            text: t('queue.noneText'),
          }}
          page={page}
          onPage={(chosen) => onSearch({ ...search, page: chosen })}
        >
          {({ list }) => list.map((thread) => <One key={thread.case_id} thread={thread} />)}
        </Collection>
      </Stack>
    </>
  );
}

function One({ thread }: { thread: Thread }) {
  const { t, formats } = useLocale('cases');
  const write = useCall(writeInCase, { quiet: true });
  const decline = useCall(declineCase, { quiet: true });
  const accept = useCall(acceptCase, { quiet: true });
  const pictures = useCasePictures();
  const { amount, request, input } = useRefundAmount(thread);
  const { may, out_trade_no, case_id, plan_name } = thread;
  const named = { out_trade_no, case_id };
  const choices: CaseChoice[] = [];
  if (may.message) {
    choices.push({
      label: t('action.answer'),
      done: t('done.write'),
      needsText: true,
      isSending: write.isPending,
      takesPictures: true,
      send: (text, after, pics) => write.mutate({ ...named, text, pics }, after),
    });
  }
  if (may.accept) {
    choices.push({
      label: t('action.refund', { amount: formats.money(Number(amount).toFixed(2)) }),
      done: t('done.refund'),
      needsText: false,
      isSending: accept.isPending,
      send: (text, after) => accept.mutate({ ...named, ...request, text }, after),
    });
  }
  if (may.decline) {
    choices.push({
      label: t('action.decline'),
      done: t('done.decline'),
      needsText: true,
      color: 'red',
      isSending: decline.isPending,
      send: (text, after) => decline.mutate({ ...named, text }, after),
    });
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="article">
      <Stack gap="md">
        <Title order={2} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {plan_name || t('custom')}
        </Title>
        <AnchorLink to="/dashboard/sponsored-bill" search={{ order: out_trade_no }} size="sm">
          {t('queue.order')}
        </AnchorLink>
        <CaseThread thread={thread} />
        {choices.length > 0 && (
          <CaseForm
            label={t('message')}
            maxLength={MAX_CASE_TEXT}
            choices={choices}
            {...(may.message && { pictures })}
          >
            {may.accept && input}
          </CaseForm>
        )}
      </Stack>
    </Paper>
  );
}
