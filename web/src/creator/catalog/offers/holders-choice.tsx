import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../../components/forms/refused-fields.ts';

type ForHolders = 'inform' | 'refund';

/** The server's sentence about valid tickets of what is removed, if it asks for a decision. */
export const holdersRefusal = (error: unknown): string | undefined => refusedFields(error)?.holders;

interface Question {
  /** With the number of tickets. */
  text: string;
  /** The button of the action, named by the action. */
  yes: string;
  onChoice: (holders: ForHolders) => void;
}

/** Asks what holders of valid tickets get when their event, round or option is removed. Put `dialog` anywhere. */
export function useHoldersChoice(): { ask: (question: Question) => void; dialog: ReactNode } {
  const { t } = useTranslation(['catalog-editor', 'shell']);
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);
  const [holders, setHolders] = useState<ForHolders>('inform');
  const close = () => setOpen(false);
  const ask = (next: Question) => {
    setQuestion(next);
    setHolders('inform');
    setOpen(true);
  };
  const dialog = (
    <Modal opened={open} onClose={close} title={t('holders.title')}>
      <Stack gap="md">
        <Text>{question?.text}</Text>
        <Radio.Group
          aria-label={t('holders.title')}
          value={holders}
          onChange={(value) => setHolders(value === 'refund' ? 'refund' : 'inform')}
        >
          <Stack gap="sm">
            {(['inform', 'refund'] as const).map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`holders.${value}`)}
                description={t(`holders.${value}Text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {t('shell:action.back')}
          </Button>
          <Button
            color="red.9"
            onClick={() => {
              close();
              question?.onChoice(holders);
            }}
          >
            {question?.yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
  return { ask, dialog };
}
