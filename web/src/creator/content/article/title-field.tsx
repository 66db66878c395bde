import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../editor/slash.ts';
import classes from './article.module.css';

const MAX_TITLE = 60;

interface Props {
  value: string;
  error: React.ReactNode;
  onChange: (title: string) => void;
  /** Enter, and the arrow down. */
  onDone: () => void;
}

/** The title, as large as readers see it. Enter leads on to the text, but not the one that ends a composition. */
export function TitleField({ value, error, onChange, onDone }: Props) {
  const { t } = useTranslation('content-compose');
  return (
    <Textarea
      aria-label={t('field.title')}
      placeholder={t('field.title')}
      variant="unstyled"
      autosize
      minRows={1}
      maxLength={MAX_TITLE}
      autoComplete="off"
      classNames={{ input: classes.title }}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replace(/[\r\n]+/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (!isComposing(event.nativeEvent)) onDone();
      }}
    />
  );
}
