import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface Form {
  errors: object;
  validate: () => unknown;
}

/** Errors are sentences: after a switch of the language, a form that has some is checked again. */
export function useNewLanguage({ errors, validate }: Form, onSwitch?: () => void): void {
  const { language } = useTranslation().i18n;
  useEffect(() => {
    if (Object.keys(errors).length > 0) validate();
    onSwitch?.();
  }, [language]);
}
