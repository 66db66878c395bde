import { Alert, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconExternalLink, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import { CreatorForm } from './creator-form.tsx';
import { PageSwitches } from './page-switches.tsx';

/** Shows uncertified creators the benefits of a certification; nothing for others. */
function CertifyHint() {
  const { t } = useTranslation('accounts-certification');
  const creator = useCreator();
  if (creator === undefined || creator.is_verified === 1) return null;
  return (
    <Alert variant="light" icon={<IconRosetteDiscountCheck aria-hidden />} title={t('unverified')} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('unverifiedText')}</Text>
        <ButtonLink to="/apply/certify" size="xs">
          {t('link')}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** /setting/creator: what visitors of the creator's page see. */
export function CreatorSettingsPage() {
  const { t } = useTranslation('creator');
  const user = useCreator();
  if (user === undefined) return null;
  return (
    <>
      <PageHead title={t('page.title')} text={t('page.text')}>
        <ButtonLink
          to="/a/$slug"
          params={{ slug: user.url_slug }}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('page.open')}
        </ButtonLink>
      </PageHead>
      <CertifyHint />
      <CreatorForm
        user={user}
        submitLabel={t('page.save')}
        onSaved={() => notifications.show({ color: 'green', message: t('page.saved') })}
      />
      <PageSwitches user={user} />
    </>
  );
}
