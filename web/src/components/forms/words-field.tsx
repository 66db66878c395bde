import { ActionIcon, Group, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** The search words in the address. */
  words: string | undefined;
  label: string;
  /** Placeholder; the label when left out. */
  hint?: string;
  longest?: number;
  radius?: TextInputProps['radius'];
  style?: CSSProperties;
  /** Called with the trimmed words; undefined when they are empty. */
  onSearch: (words: string | undefined) => void;
  /** Narrows the search further, in one line with the field. */
  beside?: ReactNode;
}

/**
 * Searches on Enter and by its button. Without a submit button, a form with a second field (a Select) has no implicit
 * submission. The Enter that ends an IME composition submits nothing.
 */
export function WordsField({ words, label, hint, longest = 100, radius, style, onSearch, beside }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(words ?? '');
  useEffect(() => setTyped(words ?? ''), [words]);
  return (
    <search style={style}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim() || undefined);
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            type="search"
            enterKeyHint="search"
            maxLength={longest}
            {...(radius !== undefined && { radius })}
            aria-label={label}
            placeholder={hint ?? label}
            rightSection={
              <ActionIcon
                color="brand"
                type="submit"
                {...(radius !== undefined && { radius })}
                aria-label={t('nav.go')}
                title={t('nav.go')}
              >
                <IconSearch size={18} aria-hidden />
              </ActionIcon>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {beside}
        </Group>
      </form>
    </search>
  );
}
