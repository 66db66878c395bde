import { Chip } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  code: string;
  name: string;
  /** Codes of other rules, which cannot be chosen. */
  taken: ReadonlySet<string>;
  lang?: string;
}

/** A destination that can be chosen in a group of chips. */
export function DestinationChip({ code, name, taken, lang }: Props) {
  const { t } = useTranslation('delivery-shipping');
  const isTaken = taken.has(code);
  return (
    <Chip
      value={code}
      size="sm"
      radius="md"
      lang={lang}
      disabled={isTaken}
      {...(isTaken && { title: t('form.taken', { name }) })}
    >
      {name}
    </Chip>
  );
}
