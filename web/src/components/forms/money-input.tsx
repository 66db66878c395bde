import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { typedNumber } from '#services/contract/fields/typed-number.ts';

/** In one width; of a whole number the commas between thousands and the blanks are left out. */
function plainMoney(text: string): string {
  const plain = text.normalize('NFKC');
  return typedNumber(plain) === undefined ? plain : plain.replace(/[,\s]/g, '');
}

/** An amount in yuan as text: exact, checked by the contract. Full-width digits and `1,000` become plain ones. */
export const MoneyInput = ({ onChange, ...props }: TextInputProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    maxLength={16}
    placeholder="0.00"
    leftSection={<Text c="dimmed">¥</Text>}
    classNames={{ input: 'figures' }}
    {...props}
    onChange={(event) => {
      const plain = plainMoney(event.currentTarget.value);
      if (plain !== event.currentTarget.value) event.currentTarget.value = plain;
      onChange?.(event);
    }}
  />
);
