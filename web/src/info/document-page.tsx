import { Anchor, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../language/use-locale.ts';
import { useOperator } from '../shell/operator.ts';
import classes from './info.module.css';
import { InfoFrame, InfoSection } from './info-frame.tsx';

interface Props {
  title: string;
  text: string;
  sections: readonly { id: string; title: string; text: string }[];
}

/** A document that people agree to, with its contents and the day of its version. */
function DocumentPage({ title, text, sections }: Props) {
  const { t, formats } = useLocale('info');
  const operator = useOperator();
  const date = operator && formats.fullDay(operator.terms_version);
  return (
    <InfoFrame title={title} text={text} note={date && t('effective', { date })}>
      {operator === undefined && <Skeleton height={320} />}
      {operator !== undefined && (
        <>
          <section aria-label={t('contents')}>
            <ol className={classes.contents}>
              {sections.map((section) => (
                <li key={section.id}>
                  <Anchor href={`#${section.id}`}>{section.title}</Anchor>
                </li>
              ))}
            </ol>
          </section>
          {sections.map((section, at) => (
            <InfoSection key={section.id} {...section} title={`${at + 1}. ${section.title}`} />
          ))}
        </>
      )}
    </InfoFrame>
  );
}

const useOperatorName = () => ({ operator: useOperator()?.name ?? '' });

const TERMS = [
  'parties',
  'account',
  'orders',
  'memberships',
  'refunds',
  'creators',
  'content',
  'rights',
  'service',
  'ending',
  'disputes',
  'changes',
] as const;

/** /term */
export function TermsPage() {
  const { t } = useTranslation('accounts-terms');
  const name = useOperatorName();
  const sections = TERMS.map((id) => ({ id, title: t(`${id}.title`), text: t(`${id}.text`, name) }));
  return <DocumentPage title={t('title')} text={t('text')} sections={sections} />;
}

const PRIVACY = [
  'who',
  'collect',
  'why',
  'visits',
  'cookies',
  'protect',
  'share',
  'keep',
  'rights',
  'minors',
  'changes',
] as const;

/** /privacy */
export function PrivacyPage() {
  const { t } = useTranslation('accounts-privacy');
  const name = useOperatorName();
  const sections = PRIVACY.map((id) => ({ id, title: t(`${id}.title`), text: t(`${id}.text`, name) }));
  return <DocumentPage title={t('title')} text={t('text')} sections={sections} />;
}

const CROWDFUNDING = [
  'nature',
  'creator',
  'money',
  'backer',
  'delivery',
  'prohibited',
  'platform',
  'changes',
] as const;

/** /terms-of-crowdfunding */
export function CrowdfundingTermsPage() {
  const { t } = useTranslation('orders-crowdfunding');
  const sections = CROWDFUNDING.map((id) => ({ id, title: t(`${id}.title`), text: t(`${id}.text`) }));
  return <DocumentPage title={t('title')} text={t('text')} sections={sections} />;
}
