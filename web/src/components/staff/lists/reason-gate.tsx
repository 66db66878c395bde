import { Alert, Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

const MAX_LENGTH = 200;

interface Props {
  reason: string | undefined;
  onReason: (reason: string) => void;
  /** The list, once its reason is known. */
  children: (reason: string) => ReactNode;
}

/** Lists of people are shown with a reason, which is recorded for everybody on them. */
export function ReasonGate({ reason, onReason, children }: Props) {
  const { t } = useTranslation('staff-lists');
  const [typed, setTyped] = useState(reason ?? '');
  return (
    <Stack gap="lg">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') onReason(typed.trim());
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              flex="1 1 240px"
              label={t('reason.label')}
              description={t('reason.hint')}
              maxLength={MAX_LENGTH}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant={reason === undefined ? 'filled' : 'default'}
              leftSection={<IconEye size={18} aria-hidden />}
              disabled={typed.trim() === '' || typed.trim() === reason}
            >
              {t('reason.show')}
            </Button>
          </Group>
        </form>
      </Paper>
      {reason === undefined ? <Alert color="gray">{t('reason.start')}</Alert> : children(reason)}
    </Stack>
  );
}
