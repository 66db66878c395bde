import { Text, TextInput, type TextInputProps } from '@mantine/core';

/** An amount in yuan as text: exact, checked by the contract. */
export const MoneyInput = (props: TextInputProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    maxLength={10}
    placeholder="0.00"
    leftSection={<Text c="dimmed">¥</Text>}
    classNames={{ input: 'figures' }}
    {...props}
  />
);
