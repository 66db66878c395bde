import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DOCUMENTS, type DocumentType, documentName } from '#services/contract/tickets/documents.ts';
import { languageOf } from '../../../language/language.ts';

interface Props {
  /** The chosen document. */
  type: DocumentType;
  /** A masked number that stays when none is entered; empty without one. */
  keeps: string;
  /** The properties of an input of the form. */
  input: (field: 'name' | 'id_type' | 'id_card') => object;
}

/** Name, document and number of one person. */
export function IdentityFields({ type, keeps, input }: Props) {
  const { t, i18n } = useTranslation('tickets-identities');
  const language = languageOf(i18n.language, undefined);
  return (
    <>
      <TextInput
        label={t('field.name')}
        description={t('field.nameHint')}
        withAsterisk
        autoComplete="off"
        maxLength={40}
        data-autofocus
        {...input('name')}
      />
      <NativeSelect
        label={t('field.document')}
        data={DOCUMENTS.map((one) => ({ value: one, label: documentName(one, language) }))}
        {...input('id_type')}
      />
      <TextInput
        label={t('field.number')}
        description={keeps === '' ? t(`hint.${type}`) : t('field.numberKept', { number: keeps })}
        withAsterisk={keeps === ''}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        {...input('id_card')}
      />
    </>
  );
}
