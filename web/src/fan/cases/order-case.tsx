import { Button, Modal, Stack } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  closeCase,
  getCase,
  MAX_CASE_TEXT,
  passOnCase,
  type CaseThread as Thread,
  writeInCase,
} from '#services/contract/cases/cases.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { type CaseChoice, CaseForm } from '../../components/cases/case-form.tsx';
import { CaseThread } from '../../components/cases/case-thread.tsx';
import { untilPrepared, useCasePictures } from '../../components/cases/use-case-pictures.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Section } from '../../components/section.tsx';
import { OpenCaseForm } from './open-case-form.tsx';

/** The fan's request about an order: its thread, and a button for a new one. */
export function OrderCase({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('cases');
  const [opening, setOpening] = useState(false);
  const query = useQuery(
    queryOf(
      getCase,
      { out_trade_no: order.out_trade_no },
      { refetchInterval: ({ state: { data } }) => untilPrepared(data && [data.case]) },
    ),
  );
  const close = () => setOpening(false);
  return (
    <Loaded query={query} height={96}>
      {({ case: thread, may_open }) =>
        thread === null && !may_open ? null : (
          <Section
            title={t('title')}
            text={thread === null ? t('text') : undefined}
            aside={
              may_open && (
                <Button
                  variant="default"
                  leftSection={<IconMessageQuestion size={18} aria-hidden />}
                  onClick={() => setOpening(true)}
                >
                  {t(thread === null ? 'open' : 'openAgain')}
                </Button>
              )
            }
          >
            {thread !== null && <Own thread={thread} />}
            <Modal opened={opening} onClose={close} title={t('open')}>
              <OpenCaseForm order={order} onDone={close} />
            </Modal>
          </Section>
        )
      }
    </Loaded>
  );
}

function Own({ thread }: { thread: Thread }) {
  const { t } = useTranslation('cases');
  const write = useCall(writeInCase, { quiet: true });
  const pass = useCall(passOnCase, { quiet: true });
  const end = useCall(closeCase, { quiet: true });
  const pictures = useCasePictures();
  const { confirm, dialog } = useConfirm();
  const { may, out_trade_no, case_id } = thread;
  const named = { out_trade_no, case_id };
  const choices: CaseChoice[] = [];
  if (may.message) {
    choices.push({
      label: t('action.write'),
      done: t('done.write'),
      needsText: true,
      isSending: write.isPending,
      takesPictures: true,
      send: (text, after, pics) => write.mutate({ ...named, text, pics }, after),
    });
  }
  if (may.pass_on) {
    choices.push({
      label: t('action.passOn'),
      done: t('done.passOn'),
      needsText: false,
      isSending: pass.isPending,
      send: (_, after) => pass.mutate(named, after),
    });
  }
  if (may.close) {
    choices.push({
      label: t('action.withdraw'),
      done: t('done.withdraw'),
      needsText: false,
      color: 'red',
      isSending: end.isPending,
      send: (_, after) =>
        confirm({ text: t('withdrawAsk'), yes: t('action.withdraw'), onYes: () => end.mutate(named, after) }),
    });
  }
  return (
    <Stack gap="lg">
      <CaseThread thread={thread} />
      {choices.length > 0 && (
        <CaseForm
          label={t('message')}
          maxLength={MAX_CASE_TEXT}
          choices={choices}
          {...(may.message && { pictures })}
          {...(may.pass_on && { hint: t('passOnHint') })}
        />
      )}
      {dialog}
    </Stack>
  );
}
