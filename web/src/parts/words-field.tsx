import { Group, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';

interface Props {
  /** What is searched for now, as it stands in the address. */
  words: string | undefined;
  label: string;
  /** Stands in the empty field; the label when left out. */
  hint?: string;
  longest?: number;
  radius?: TextInputProps['radius'];
  style?: CSSProperties;
  /** Called with what was typed, trimmed; undefined when that is nothing. */
  onSearch: (words: string | undefined) => void;
  /** What narrows the search further, in one line with the field. */
  beside?: ReactNode;
}

/** Searches on Enter; a form's own submit ignores the Enter that ends a composition. */
export function WordsField({ words, label, hint, longest = 100, radius, style, onSearch, beside }: Props) {
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
            leftSection={<IconSearch size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {beside}
        </Group>
      </form>
    </search>
  );
}
