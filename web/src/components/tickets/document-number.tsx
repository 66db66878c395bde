import { useTranslation } from 'react-i18next';
import { type DocumentType, documentName } from '#services/contract/tickets/documents.ts';
import { languageOf } from '../../language/language.ts';

interface Props {
  /** Empty without a holder. */
  type: DocumentType | '';
  /** Masked except at the door. */
  number: string;
}

/** A document and its number. */
export function DocumentNumber({ type, number }: Props) {
  const { i18n } = useTranslation();
  if (type === '') return null;
  return (
    <>
      {documentName(type, languageOf(i18n.language, undefined))} <span>{number}</span>
    </>
  );
}
