import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { queryOf } from '../../api/queries.ts';
import { isRefusal } from '../../api/refusal.ts';

const POLL_MS = 2_000;

/** In the sandbox, the newest message that would have gone to the account; nothing elsewhere. */
export function Outbox({ account, onCode }: { account: string; onCode: (code: string) => void }) {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(
    queryOf(
      sandboxOutbox,
      { account },
      {
        retry: false,
        enabled: account !== '',
        // A new code makes the previous one invalid: the old message is not kept.
        gcTime: 0,
        refetchInterval: ({ state: { data, error } }) =>
          data?.list.length === 0 || (error && !isRefusal(error)) ? POLL_MS : false,
      },
    ),
  );
  if (data === undefined) return null;
  const message = data.list[0];
  return (
    <Alert
      variant="light"
      color="orange"
      radius="md"
      icon={<IconFlask aria-hidden />}
      title={t('outbox.title')}
    >
      <Stack gap="xs" align="flex-start" aria-live="polite">
        <Text size="sm">{t('outbox.text')}</Text>
        {message === undefined ? (
          <Text size="sm">{t('outbox.waiting')}</Text>
        ) : (
          <>
            <Text size="sm" fw={650}>
              {message.text}
            </Text>
            {message.code !== '' && (
              <Button size="xs" variant="default" onClick={() => onCode(message.code)}>
                {t('outbox.use', { code: message.code })}
              </Button>
            )}
          </>
        )}
      </Stack>
    </Alert>
  );
}
