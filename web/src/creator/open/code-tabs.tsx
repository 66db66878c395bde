import { Tabs, Text } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';

interface Props {
  label: string;
  /** Steps before running any of them. */
  text: string;
  /** The programs, by language. */
  programs: Readonly<Record<string, string>>;
}

/** The same program in several languages. */
export function CodeTabs({ label, text, programs }: Props) {
  const languages = Object.entries(programs);
  return (
    <Tabs defaultValue={languages[0]?.[0] ?? ''} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {languages.map(([language]) => (
          <Tabs.Tab key={language} value={language}>
            {language}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map(([language, program]) => (
        <Tabs.Panel key={language} value={language} pt="md">
          <Text className="hint" mb="xs">
            {text}
          </Text>
          <CodeBlock text={program} label={language} most={440} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
