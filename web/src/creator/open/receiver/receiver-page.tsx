import { Button, Stack } from '@mantine/core';
import { IconArrowLeft, IconFlask, IconPlugOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setUpTestReceiver } from '#services/contract/open/test-receiver.ts';
import { useCall } from '../../../api/queries.ts';
import { Nothing } from '../../../components/collection.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { ReceivedCalls } from './received-calls.tsx';
import { RoundTrip } from './round-trip.tsx';
import { useTestReceiver } from './use-test-receiver.ts';

/** /dashboard/dev/receiver: in the sandbox, a program that receives webhooks; a whole round trip of the open API. */
export function ReceiverPage() {
  const { t } = useTranslation('open-receiver');
  const { sandbox, receiver } = useTestReceiver();
  const setUp = useCall(setUpTestReceiver);
  const create = (
    <Button loading={setUp.isPending} onClick={() => setUp.mutate({})}>
      {t('setUp')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('title')} text={t('text')}>
        <ButtonLink
          to="/dashboard/dev"
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          {t('back')}
        </ButtonLink>
      </PageHead>
      {sandbox === false ? (
        <Nothing nothing={{ icon: <IconPlugOff aria-hidden />, title: t('none'), text: t('noneText') }} />
      ) : (
        <Loaded
          query={receiver}
          height={320}
          isEmpty={({ token, webhook_id }) => token === null || webhook_id === null}
          empty={
            <Nothing
              nothing={{
                icon: <IconFlask aria-hidden />,
                title: t('begin'),
                text: t('beginText'),
                action: create,
              }}
            />
          }
        >
          {({ list, token, answer }) => (
            <Stack gap="lg">
              {token && <RoundTrip calls={list} token={token} />}
              <ReceivedCalls calls={list} answer={answer} />
            </Stack>
          )}
        </Loaded>
      )}
    </>
  );
}
