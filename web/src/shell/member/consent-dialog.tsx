import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { acceptTerms } from '#services/contract/accounts/terms.ts';
import { useCall } from '../../api/queries.ts';
import { consent } from '../../app/consent/consent.ts';
import { useLocale } from '../../language/use-locale.ts';
import { LegalLink } from '../legal-link.tsx';

interface Props {
  user_id: string;
  version: string;
  /** The person agreed to an earlier one. */
  isNew: boolean;
}

/** The terms that hold now: to agree, or after refusing twice to look around only. */
export default function ConsentDialog({ user_id, version, isNew }: Props) {
  const { t, formats } = useLocale('shell');
  const [isRefused, setRefused] = useState(false);
  const accept = useCall(acceptTerms, { onSuccess: () => consent.agreed(user_id, version) });
  const refuse = () => (isRefused ? consent.refusedTwice(user_id) : setRefused(true));
  const title = isRefused ? 'consent.again' : isNew ? 'consent.changed' : 'consent.title';
  return (
    <Modal opened onClose={refuse} title={t(title)} closeOnClickOutside={false} withCloseButton={false}>
      <Stack gap="md">
        <Text>{t(isRefused ? 'consent.againText' : 'consent.text', { date: formats.fullDay(version) })}</Text>
        <Group gap="md">
          <LegalLink page="terms" target="_blank" />
          <LegalLink page="privacy" target="_blank" />
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={refuse}>
            {t(isRefused ? 'consent.lookAround' : 'consent.refuse')}
          </Button>
          <Button
            loading={accept.isPending}
            onClick={() => accept.mutate({ terms_version: version })}
            data-autofocus
          >
            {t('consent.agree')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
