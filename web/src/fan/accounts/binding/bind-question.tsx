import { Button, Group, Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { EC } from '../../../api/refusal.ts';
import { bindQuestion } from '../../../app/consent/bind-question.ts';
import { ButtonLink } from '../../../components/links.tsx';

/** Says what an action or a page needs, and leads to it. */
export default function BindQuestion() {
  const { t } = useTranslation(['accounts', 'shell']);
  const router = useRouter();
  const question = useSyncExternalStore(bindQuestion.subscribe, bindQuestion.present);
  if (question === undefined) return null;
  const { refusal, ofPage } = question;
  const refuse = () => {
    bindQuestion.end();
    if (ofPage && router.history.canGoBack()) router.history.back();
  };
  return (
    <Modal opened onClose={refuse} title={refusal.message} size="sm">
      <Group justify="flex-end">
        <Button variant="default" onClick={refuse}>
          {t('shell:action.back')}
        </Button>
        {refusal.ec === EC.bindPhone ? (
          <ButtonLink
            to="/bind"
            search={{ type: 'phone', redirect: 1 }}
            onClick={bindQuestion.end}
            data-autofocus
          >
            {t('bind.phone')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/setting/account" onClick={bindQuestion.end} data-autofocus>
            {t('bind.toSettings')}
          </ButtonLink>
        )}
      </Group>
    </Modal>
  );
}
