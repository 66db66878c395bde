import { notifications } from '@mantine/notifications';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import { CertifyHint } from '../certify/certify-hint.tsx';
import { CreatorForm } from './creator-form.tsx';

/** /setting/creator: what visitors of the creator's page see. */
export function CreatorSettingsPage() {
  const { t } = useTranslation('studio');
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
    </>
  );
}
