import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { bindWechat } from '#services/contract/accounts/messenger.ts';
import { useCall } from '../../../api/queries.ts';
import { isRefusal } from '../../../api/refusal.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { ConfirmCalls } from '../../../components/codes/confirm-calls.tsx';
import { AccountCard } from '../sign-in/account-form.tsx';
import { pendingLink, rememberLink } from './pending-link.ts';

/** Asks whether the person of WeChat is the one who is signed in: on a shared computer it can be somebody else. */
export function LinkQuestion({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const account = useProfile()?.user.name ?? '';
  const { mp_token = '', name = '' } = pendingLink() ?? {};
  const end = () => {
    rememberLink(undefined);
    onDone();
  };
  const link = useCall(bindWechat, {
    quiet: true,
    onSuccess: () => {
      notifications.show({ message: t('wechat.done') });
      end();
    },
  });
  const trouble =
    link.error && ((isRefusal(link.error) && link.error.errors[0]?.message) || sentenceOf(link.error));
  return (
    <AccountCard
      title={t('wechat.link')}
      text={t(name === '' ? 'wechat.questionUnnamed' : 'wechat.question', { name, account })}
    >
      <ConfirmCalls />
      <Text className="hint">{t('wechat.questionHint')}</Text>
      {trouble && <Text role="alert">{trouble}</Text>}
      <Stack gap="sm">
        <Button size="md" fullWidth loading={link.isPending} onClick={() => link.mutate({ mp_token })}>
          {t('wechat.link')}
        </Button>
        <Button size="md" fullWidth variant="default" onClick={end}>
          {t('wechat.skip')}
        </Button>
      </Stack>
    </AccountCard>
  );
}
