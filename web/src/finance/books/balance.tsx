import { useLocale } from '../../language/use-locale.ts';
import { normalSide, ownBalance } from './account-words.ts';

interface Props {
  account: string;
  /** Debits less credits. */
  balance: string;
}

/** A balance on the side where the account normally has it; below zero, and red, it is on the other one. */
export function Balance({ account, balance }: Props) {
  const { t, formats } = useLocale('books');
  const own = ownBalance(account, balance);
  if (Number(own) === 0) return formats.money(own);
  return (
    <span style={Number(own) < 0 ? { color: 'var(--fw-bad)' } : undefined}>
      {t(`side.${normalSide(account)}`, { amount: formats.money(own) })}
    </span>
  );
}
