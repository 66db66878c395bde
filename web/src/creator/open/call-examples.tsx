import { useTranslation } from 'react-i18next';
import { useProfile } from '../../app/session.ts';
import { CodeTabs } from './code-tabs.tsx';
import { EXAMPLES } from './examples.ts';
import { usePublicUrl } from './use-public-url.ts';

interface Props {
  /** `params` is JSON text. */
  call: { name: string; params: string };
  /** Missing: the programs read it from the environment. */
  token: string | undefined;
}

/** Programs that make a call, to copy. */
export function CallExamples({ call, token }: Props) {
  const { t } = useTranslation('open');
  const profile = useProfile();
  const origin = usePublicUrl();
  const whole = { ...call, token, origin, user_id: profile?.user.user_id ?? '' };
  const programs = Object.entries(EXAMPLES).map(([language, written]) => [language, written(whole)]);
  return (
    <CodeTabs
      label={t('console.examples')}
      text={t(token === undefined ? 'console.variable' : 'console.filled')}
      programs={Object.fromEntries(programs)}
    />
  );
}
