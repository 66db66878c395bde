import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../components/links.tsx';
import { useOperator } from '../shell/operator.ts';
import { InfoFrame, InfoSection } from './info-frame.tsx';

const SECTIONS = ['what', 'fans', 'creators', 'trust'] as const;

/** /about: the product, for fans and for creators, and who operates it. */
export function AboutPage() {
  const { t } = useTranslation(['info', 'shell']);
  const operator = useOperator()?.name;
  return (
    <InfoFrame title={t('about.title')} text={t('about.text')}>
      {SECTIONS.map((id) => (
        <InfoSection key={id} title={t(`about.${id}.title`)} text={t(`about.${id}.text`)} />
      ))}
      {operator !== undefined && (
        <InfoSection title={t('about.operator.title')} text={t('about.operator.text', { operator })} />
      )}
      <Group gap="sm">
        <ButtonLink to="/explore">{t('shell:nav.explore')}</ButtonLink>
        <ButtonLink to="/proof" variant="default">
          {t('shell:footer.proof')}
        </ButtonLink>
      </Group>
    </InfoFrame>
  );
}
