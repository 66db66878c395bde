import { Text, TextInput, type TextInputProps } from '@mantine/core';

/** An amount in yuan as text: exact, checked by the contract. Full-width digits become plain ones. */
export const MoneyInput = ({ onChange, ...props }: TextInputProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    maxLength={10}
    placeholder="0.00"
    leftSection={<Text c="dimmed">¥</Text>}
    classNames={{ input: 'figures' }}
    {...props}
    onChange={(event) => {
      const plain = event.currentTarget.value.normalize('NFKC');
      if (plain !== event.currentTarget.value) event.currentTarget.value = plain;
      onChange?.(event);
    }}
  />
);
