import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Finds creators; Enter leads to the results. A form's own submit ignores the Enter that ends a composition. */
export function SearchBox({ initial = '', width = 232 }: { initial?: string; width?: number | string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [words, setWords] = useState(initial);
  return (
    <search style={{ width }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/explore', search: words.trim() === '' ? {} : { q: words.trim() } });
        }}
      >
        <TextInput
          radius="xl"
          type="search"
          enterKeyHint="search"
          maxLength={60}
          aria-label={t('nav.search')}
          placeholder={t('nav.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </form>
    </search>
  );
}
