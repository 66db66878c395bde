import { ActionIcon, Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconChartBar, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CHOSEN_TYPE } from '#events/status.ts';
import { MAX_OPTION, MAX_OPTIONS, MAX_VOTE_TITLE } from '#services/contract/content/votes.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { NumberField } from '../../../components/forms/number-field.tsx';
import type { KnownFiles } from '../../../components/media/upload/use-known-files.ts';
import type { Uploads } from '../../../components/media/upload/use-uploads.ts';
import { Section } from '../../../components/section.tsx';
import { MomentInput } from '../../catalog/editor/sections/moment-input.tsx';
import type { ComposeFormState } from '../compose-form-state.ts';
import { NEW_VOTE, VOTE_ENDS, type VoteValues } from '../post-values.ts';
import { OptionPicture } from './option-picture.tsx';

const MIN_OPTIONS = 2;

interface FieldsProps {
  form: ComposeFormState;
  uploads: Uploads;
  files: KnownFiles;
}
interface Props extends FieldsProps {
  isPublished: boolean;
}

/** What the post asks its readers. After the publication it stays as it is. */
export function VotePart({ form, isPublished, ...files }: Props) {
  const { t } = useTranslation('content-vote-edit');
  const { confirm, dialog } = useConfirm();
  const { vote } = form.values;
  if (isPublished)
    return (
      vote && (
        <Section title={t('title')} text={t('fixed')}>
          <Text fw={650}>{vote.title}</Text>
          <Text>{vote.options.map(({ name }) => name).join(' · ')}</Text>
        </Section>
      )
    );
  const remove = () => form.setFieldValue('vote', null);
  return (
    <Section
      title={t('title')}
      text={t('text')}
      aside={
        vote && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() => confirm({ text: t('askRemove'), yes: t('remove'), onYes: remove })}
          >
            {t('remove')}
          </Button>
        )
      }
    >
      {vote ? (
        <VoteFields form={form} vote={vote} {...files} />
      ) : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconChartBar size={18} aria-hidden />}
            onClick={() => form.setFieldValue('vote', NEW_VOTE)}
          >
            {t('add')}
          </Button>
        </Group>
      )}
      {dialog}
    </Section>
  );
}

function VoteFields({ form, vote, uploads, files }: FieldsProps & { vote: VoteValues }) {
  const { t } = useTranslation('content-vote-edit');
  const { options, chosen_type, most, until } = vote;
  const change = (part: Partial<VoteValues>) => form.setFieldValue('vote', { ...vote, ...part });
  return (
    <Stack gap="md">
      <TextInput
        label={t('question')}
        required
        maxLength={MAX_VOTE_TITLE}
        {...form.getInputProps('vote.title')}
      />
      <Stack gap="xs">
        {options.map(({ pic }, n) => (
          <Group key={n} wrap="nowrap" gap="xs" align="flex-end">
            <OptionPicture
              number={n + 1}
              value={pic}
              fileOf={files.fileOf}
              uploads={uploads}
              onAdd={(file) => {
                files.add(file);
                form.setFieldValue(`vote.options.${n}.pic`, file.file_id);
              }}
              onRemove={() => form.setFieldValue(`vote.options.${n}.pic`, '')}
            />
            <TextInput
              label={t('option', { number: n + 1 })}
              required
              maxLength={MAX_OPTION}
              flex={1}
              {...form.getInputProps(`vote.options.${n}.name`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={options.length <= MIN_OPTIONS}
              aria-label={t('removeOption', { number: n + 1 })}
              onClick={() => form.removeListItem('vote.options', n)}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {options.length < MAX_OPTIONS && (
          <Group>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => form.insertListItem('vote.options', { name: '', pic: '' })}
            >
              {t('addOption')}
            </Button>
          </Group>
        )}
      </Stack>
      <Group align="flex-end" gap="md">
        <SegmentedControl
          aria-label={t('kind')}
          value={String(chosen_type)}
          onChange={(chosen) =>
            change({
              chosen_type:
                chosen === String(CHOSEN_TYPE.multiple) ? CHOSEN_TYPE.multiple : CHOSEN_TYPE.single,
            })
          }
          data={[
            { value: String(CHOSEN_TYPE.single), label: t('single') },
            { value: String(CHOSEN_TYPE.multiple), label: t('multiple') },
          ]}
        />
        {chosen_type === CHOSEN_TYPE.multiple && (
          <NumberField
            label={t('most')}
            min={1}
            max={options.length}
            value={most || options.length}
            onChange={(count) => {
              if (typeof count === 'number') change({ most: count });
            }}
          />
        )}
      </Group>
      <Group align="flex-start" gap="md">
        <Select
          label={t('until')}
          allowDeselect={false}
          value={until}
          onChange={(chosen) => change({ until: chosen ?? 'never' })}
          data={VOTE_ENDS.map((value) => ({ value, label: t(value) }))}
        />
        {until === 'custom' && (
          <MomentInput label={t('deadline')} required {...form.getInputProps('vote.deadline')} />
        )}
      </Group>
    </Stack>
  );
}
