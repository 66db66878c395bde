import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNewLanguage } from '../../../components/forms/use-new-language.ts';
import { planErrors } from './plan-errors.ts';
import type { PlanValues } from './plan-values.ts';

/** The editor's form, checked by the rules of the server before anything is sent. */
export function usePlanForm(initial: PlanValues) {
  const { t } = useTranslation('studio');
  const form = useForm<PlanValues>({ initialValues: initial, validate: (values) => planErrors(values, t) });
  useNewLanguage(form);
  return form;
}

export type PlanForm = ReturnType<typeof usePlanForm>;
