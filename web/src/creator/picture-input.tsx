import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureField } from '../components/forms/picture-field.tsx';

interface Props {
  label: string;
  hint: string;
  /** Address of the picture, `""` for none. */
  value: string;
  onChange: (address: string) => void;
  /** The picture as it will be seen. */
  children: ReactNode;
  wide?: boolean;
  avatar?: boolean;
  least?: { width: number; height: number };
  error?: ReactNode;
}

/** A picture field in a form: show, choose, change, remove. */
export function PictureInput({ label, hint, value, onChange, children, error, ...kind }: Props) {
  const { t } = useTranslation('creator');
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <PictureField
        label={t(value === '' ? 'picture.choose' : 'picture.change', { what: label.toLowerCase() })}
        preview={children}
        hint={hint}
        {...kind}
        onPicture={onChange}
        onRemove={value === '' ? undefined : () => onChange('')}
      />
    </Input.Wrapper>
  );
}
