import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { getFeedKey } from '#services/contract/content/feeds.ts';
import { useCall } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';
import { CopyIcon } from '../../components/copy/copy-icon.tsx';

interface Props {
  user_id: string;
  slug: string;
  onClose(): void;
}

function Address({ label, text, value }: { label: string; text: string; value: string }) {
  const { t } = useTranslation('shell');
  return (
    <TextInput
      label={label}
      description={text}
      readOnly
      value={value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSection={<CopyIcon value={value} label={t('action.copy')} full={`${t('action.copy')} ${label}`} />}
    />
  );
}

/** Addresses of a creator's feed: the public one, and one that has what the reader can read. */
export default function FeedDialog({ user_id, slug, onClose }: Props) {
  const { t, i18n } = useTranslation('content-feed');
  const isSignedIn = useProfile() != null;
  const call = useCall(getFeedKey, { refresh: false });
  const path = `${location.origin}/rss/${slug}`;
  const addressOf = (query: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...query, lang: i18n.language }).toString()}`;
  const key = call.data?.key;
  return (
    <Modal opened onClose={onClose} title={t('title')}>
      <Stack gap="lg">
        <Address label={t('public')} text={t('publicText')} value={addressOf({})} />
        {isSignedIn && key === undefined && (
          <Stack gap="xs" align="start">
            <Text size="sm">{t('privateText')}</Text>
            <Button
              variant="default"
              leftSection={<IconLock size={18} aria-hidden />}
              loading={call.isPending}
              onClick={() => call.mutate({ user_id })}
            >
              {t('show')}
            </Button>
            {call.isError && (
              <Text size="sm" c="red" role="alert">
                {t('membersOnly')}
              </Text>
            )}
          </Stack>
        )}
        {key !== undefined && (
          <Stack gap="xs">
            <Address label={t('private')} text={t('secret')} value={addressOf({ key })} />
            <Group>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={16} aria-hidden />}
                loading={call.isPending}
                onClick={() => call.mutate({ user_id, renew: true })}
              >
                {t('renew')}
              </Button>
              <Text className="hint">{t('renewText')}</Text>
            </Group>
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}
