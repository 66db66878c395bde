import { ActionIcon, Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '../../../app/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { refusedFields } from '../../../components/forms/refused-fields.ts';

interface Link {
  key: string;
  /** Names the link's button. */
  title: string;
  link: ReactNode;
  isShown: boolean;
  /** What is asked before it is removed. */
  question: string;
  onRemove: (done: { onSuccess: () => void }) => void;
}

interface Props {
  title: string;
  text: string;
  links: ReactNode;
  /** Names the button that adds a link, and its dialog; without it the reason is shown. */
  add: { label: string; title: string; picker: (onDone: () => void) => ReactNode } | { denied: string };
}

/** What buyers of a saved model can read. A change is saved at once. */
export function LinkList({ title, text, links, add }: Props) {
  const [picking, setPicking] = useState(false);
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <div>
        <Text fw={500} size="sm">
          {title}
        </Text>
        <Text className="hint">{text}</Text>
      </div>
      {links}
      {'denied' in add ? (
        <Text className="hint">{add.denied}</Text>
      ) : (
        <>
          <Button
            variant="light"
            size="xs"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setPicking(true)}
          >
            {add.label}
          </Button>
          <Modal opened={picking} onClose={() => setPicking(false)} title={add.title}>
            {picking && add.picker(() => setPicking(false))}
          </Modal>
        </>
      )}
    </Stack>
  );
}

/** The links, each with a button that removes it. */
export function Links({ links }: { links: readonly Link[] }) {
  const { t } = useTranslation('catalog-editor');
  const { confirm, dialog } = useConfirm();
  const onSuccess = () => void notifications.show({ color: 'green', message: t('links.removed') });
  return (
    <>
      {links.map(({ key, title, link, isShown, question, onRemove }) => (
        <Group key={key} gap="xs" wrap="nowrap">
          <IconLink size={16} aria-hidden style={{ flexShrink: 0 }} />
          <div style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{link}</div>
          {!isShown && <Badge color="gray">{t('links.notShown')}</Badge>}
          <ActionIcon
            aria-label={t('links.removeOf', { title })}
            onClick={() =>
              confirm({ text: question, yes: t('links.remove'), onYes: () => onRemove({ onSuccess }) })
            }
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {dialog}
    </>
  );
}

/** What to do after a link, and a refusal above the choice. */
export function useLinking(onDone: () => void) {
  const { t } = useTranslation('catalog-editor');
  const [refusal, setRefusal] = useState<string>();
  return {
    refusal: refusal !== undefined && (
      <Alert color="red" role="alert">
        {refusal}
      </Alert>
    ),
    outcome: {
      onSuccess: () => {
        notifications.show({ color: 'green', message: t('links.added') });
        onDone();
      },
      onError: (error: Error) =>
        setRefusal(Object.values(refusedFields(error) ?? {})[0] ?? sentenceOf(error)),
    },
  };
}
