import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { typedNumber } from '#services/contract/fields/typed-number.ts';
import { useLocale } from '../../language/use-locale.ts';

interface Props extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'min' | 'max' | 'step'> {
  value?: number | string;
  defaultValue?: number | string;
  min?: number;
  max?: number;
  step?: number;
  /** Digits after the point; 0: whole numbers. */
  decimals?: number;
  /** A number; `''` for an empty field; any other text as it stands, which the call refuses by field. */
  onChange?: (value: number | string) => void;
}

/**
 * A number as people write it: `1,000`, `１０`, `1 000`. What is no number, or out of range, stays and is named; it is
 * never changed into another number.
 */
export function NumberField({
  value,
  defaultValue = '',
  min,
  max,
  step = 1,
  decimals = 0,
  onChange,
  error,
  ...props
}: Props) {
  const { t } = useTranslation('shell');
  const { formats } = useLocale('shell');
  const [typed, setTyped] = useState<{ text: string; before: number | string }>();
  const [own, setOwn] = useState(defaultValue);
  const current = value ?? own;
  const numberOf = (text: string): number | undefined => {
    const number = typedNumber(text);
    return number === undefined || Number(number.toFixed(decimals)) !== number ? undefined : number;
  };
  const set = (next: number | string, text?: string) => {
    setTyped(text === undefined ? undefined : { text, before: current });
    setOwn(next);
    onChange?.(next);
  };
  /** Whether the field still shows the text: it says the value, or it is no number and the value stayed. */
  const isShown = ({ text, before }: NonNullable<typeof typed>): boolean => {
    const parsed = numberOf(text);
    if (parsed !== undefined) return parsed === typedNumber(String(current));
    return text === current || before === current;
  };
  const shown = typed !== undefined && isShown(typed) ? typed.text : String(current);
  const number = shown.trim() === '' ? undefined : numberOf(shown);
  const isOut =
    number !== undefined && ((min !== undefined && number < min) || (max !== undefined && number > max));
  const bounds = { min: formats.number(min ?? 0), max: formats.number(max ?? 0) };
  const range = max === undefined ? t('number.least', bounds) : t('number.range', bounds);
  const wrong =
    shown.trim() !== '' && number === undefined ? t(decimals > 0 ? 'number.none' : 'number.whole') : '';
  return (
    <TextInput
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      classNames={{ input: 'figures' }}
      {...props}
      value={shown}
      error={error || wrong || (isOut && range)}
      onChange={({ currentTarget: { value: text } }) =>
        set(text.trim() === '' ? '' : (numberOf(text) ?? text), text)
      }
      onBlur={(event) => {
        if (typed?.text.trim() === '') setTyped(undefined);
        props.onBlur?.(event);
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: step, ArrowDown: -step }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        const next = (number ?? 0) + by;
        set(Math.min(max ?? next, Math.max(min ?? next, next)));
      }}
    />
  );
}
