import { Button, Group, Modal } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { EC } from '../../../api/refusal.ts';
import { bindQuestion } from '../../../app/consent/bind-question.ts';
import { ButtonLink } from '../../../components/links.tsx';

/** Says what an action needs, and leads to it. On another page, as after going back, it ends. */
export default function BindQuestion() {
  const { t } = useTranslation(['accounts', 'shell']);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const first = useRef(path);
  const refusal = useSyncExternalStore(bindQuestion.subscribe, bindQuestion.present);
  useEffect(() => {
    if (path !== first.current) bindQuestion.end();
  }, [path]);
  if (refusal === undefined) return null;
  return (
    <Modal opened onClose={bindQuestion.end} title={refusal.message} size="sm">
      <Group justify="flex-end">
        <Button variant="default" onClick={bindQuestion.end}>
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
