import { Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../app/session.ts';
import { CodeBlock } from './code-block.tsx';
import { EXAMPLES, type ExampleLanguage } from './examples.ts';

const LANGUAGES = Object.keys(EXAMPLES) as ExampleLanguage[];

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
  const whole = { ...call, token, origin: window.location.origin, user_id: profile?.user.user_id ?? '' };
  return (
    <Tabs defaultValue="TypeScript" keepMounted={false}>
      <Tabs.List aria-label={t('console.examples')}>
        {LANGUAGES.map((language) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((language) => (
        <Tabs.Panel key={language} value={language} pt="md">
          <Text size="sm" c="dimmed" mb="xs">
            {t(token === undefined ? 'console.variable' : 'console.filled')}
          </Text>
          <CodeBlock text={EXAMPLES[language](whole)} label={language} most={440} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
