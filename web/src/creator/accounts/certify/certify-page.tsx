import { Container, List, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { checkCertification } from '#services/contract/accounts/certification.ts';
import { queryOf } from '../../../api/queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { CertificationStatus } from './certification-status.tsx';
import { CertifyForm } from './certify-form.tsx';

const REASONS = ['badge', 'replies', 'trust'] as const;

/** /apply/certify: a creator applies, and sees the result. */
export function CertifyPage() {
  const { t } = useTranslation('accounts-certification');
  usePageTitle(t('title'));
  const query = useQuery(queryOf(checkCertification, {}));
  return (
    <Container size="sm" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <div>
          <Title order={1}>{t('title')}</Title>
          <Text c="dimmed" size="lg">
            {t('text')}
          </Text>
        </div>
        <Loaded query={query} height={280}>
          {(found) => (
            <Stack gap="lg">
              {found.status !== CERTIFICATION_STATUS.none && <CertificationStatus certification={found} />}
              {found.status !== CERTIFICATION_STATUS.approved && (
                <>
                  <Section title={t('why.title')}>
                    <List
                      spacing="sm"
                      icon={
                        <ThemeIcon size={24} radius="xl" variant="light">
                          <IconCircleCheck size={16} aria-hidden />
                        </ThemeIcon>
                      }
                    >
                      {REASONS.map((reason) => (
                        <List.Item key={reason}>{t(`why.${reason}`)}</List.Item>
                      ))}
                    </List>
                  </Section>
                  <CertifyForm again={found.status !== CERTIFICATION_STATUS.none} />
                </>
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Container>
  );
}
