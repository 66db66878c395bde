import { Switch, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanForm } from '../use-plan-form.ts';

const MAX_REPLY_LENGTH = 2_000;
const MAX_LINES_LENGTH = 1_000_000;

interface Props {
  form: PlanForm;
  /** The path of the reply in the form: `` or `sku.0.`. */
  path: string;
  on: boolean;
  /** Lines may be drawn here; not for goods and tickets as a whole, where each model has its own. */
  draws: boolean;
  random: boolean;
  lines: string;
  /** Lines left in the pool; undefined while nothing is saved. */
  left: number | undefined;
  /** Only certified creators may switch replies on. */
  verified: boolean;
}

const countLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** The replies to a buyer: one text for all, and a line of a pool for each unit. */
export function ReplyFields({ form, path, on, draws, random, lines, left, verified }: Props) {
  const { t } = useTranslation('catalog-selling');
  const added = countLines(lines);
  return (
    <>
      <Switch
        label={t('reply.auto')}
        description={t('reply.autoHint')}
        disabled={!verified && !on}
        {...form.getInputProps(`${path}reply_switch`, { type: 'checkbox' })}
      />
      {on && (
        <Textarea
          label={t('reply.content')}
          minRows={3}
          maxRows={12}
          maxLength={MAX_REPLY_LENGTH}
          {...form.getInputProps(`${path}reply_content`)}
        />
      )}
      {draws && (
        <Switch
          label={t('reply.random')}
          description={t('reply.randomHint')}
          disabled={!verified && !random}
          {...form.getInputProps(`${path}reply_random_switch`, { type: 'checkbox' })}
        />
      )}
      {draws && random && (
        <div>
          <Textarea
            label={t('reply.lines')}
            description={t('reply.linesHint')}
            minRows={4}
            maxRows={12}
            maxLength={MAX_LINES_LENGTH}
            disabled={!verified}
            {...form.getInputProps(`${path}reply_random_content`)}
          />
          <Text mt={4} className="hint figures" role="status">
            {left === undefined ? t('reply.added', { count: added }) : t('reply.left', { left, added })}
          </Text>
        </div>
      )}
    </>
  );
}
