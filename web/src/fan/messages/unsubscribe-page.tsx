import { Button, Skeleton, Text } from '@mantine/core';
import { IconMail, IconMailCheck, IconUnlink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { MailSwitch } from '#services/contract/messages/notify-events.ts';
import { getUnsubscribe, unsubscribe } from '#services/contract/messages/unsubscribe.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { usePageTitle } from '../../shell/page-title.ts';

/** /unsubscribe?token=: turns off the mails from which the link was opened, by a button and without a session. */
export function UnsubscribePage({ token = '' }: { token: string | undefined }) {
  const { t } = useLocale('messages-settings');
  usePageTitle(t('unsubscribe.title'));
  const query = useQuery(queryOf(getUnsubscribe, { token }, { enabled: token !== '', retry: false }));
  if (token === '' || isRefusal(query.error, EC.notFound, EC.badInput)) return <BadLink />;
  return (
    <Loaded query={query} skeleton={<Skeleton height={320} />}>
      {(state) => <Choice token={token} {...state} />}
    </Loaded>
  );
}

function BadLink() {
  const { t } = useLocale('messages-settings');
  return (
    <DeadEnd
      color="orange"
      icon={<IconUnlink aria-hidden />}
      title={t('unsubscribe.bad')}
      text={t('unsubscribe.badText')}
    >
      <SettingsLink />
    </DeadEnd>
  );
}

interface ChoiceProps {
  token: string;
  event: MailSwitch;
  is_on: boolean;
}

function Choice({ token, event, is_on }: ChoiceProps) {
  const { t } = useLocale('messages-settings');
  const leave = useCall(unsubscribe);
  const name = event === 'digest' ? t('unsubscribe.digest') : t(`event.${event}.name`);
  return (
    <div role="status">
      <DeadEnd
        icon={is_on ? <IconMail aria-hidden /> : <IconMailCheck aria-hidden />}
        title={t(is_on ? 'unsubscribe.title' : 'unsubscribe.done')}
        text={t(is_on ? 'unsubscribe.text' : 'unsubscribe.doneText')}
      >
        <Text w="100%" fw={650}>
          {t('unsubscribe.event', { event: name })}
        </Text>
        {is_on && (
          <Button loading={leave.isPending} onClick={() => leave.mutate({ token })}>
            {t('unsubscribe.button')}
          </Button>
        )}
        <SettingsLink />
      </DeadEnd>
    </div>
  );
}

function SettingsLink() {
  const { t } = useLocale('messages-settings');
  return (
    <ButtonLink to="/setting/notification" variant="default">
      {t('unsubscribe.settings')}
    </ButtonLink>
  );
}
