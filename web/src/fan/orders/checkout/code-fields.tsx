import { Alert, Button, Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconGift, IconTicket } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../../api/queries.ts';
import { sentenceOf } from '../../../app/queries.ts';

const MAX_INVITE_LENGTH = 40;
const MAX_CODE_LENGTH = 60;

interface InviteProps {
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** The code that those have who are invited. */
export function InviteField({ value, error, onChange }: InviteProps) {
  const { t } = useTranslation('orders-checkout');
  return (
    <TextInput
      label={t('invite.label')}
      description={t('invite.text')}
      leftSection={<IconTicket size={18} aria-hidden />}
      required
      autoComplete="off"
      maxLength={MAX_INVITE_LENGTH}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface RedeemProps {
  /** The code in use; empty while the order is paid with money. */
  value: string;
  /** Checks whether a code can pay for the choice; throws the reason otherwise. */
  check: (code: string) => Promise<unknown>;
  onChange: (code: string) => void;
}

/** A code that pays for the order: it is checked after a click, not while typing. */
export function RedeemField({ value, check, onChange }: RedeemProps) {
  const { t } = useTranslation('orders-checkout');
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const checking = useMutation({ mutationFn: check, meta: { quiet: true, refresh: false } });
  if (value !== '') {
    return (
      <Alert color="green" icon={<IconGift aria-hidden />} role="status">
        <Group justify="space-between" gap="xs">
          <Text size="sm">{t('redeem.applied')}</Text>
          <Button
            size="compact-sm"
            variant="subtle"
            color="green"
            onClick={() => {
              setTyped('');
              setOpen(false);
              onChange('');
            }}
          >
            {t('redeem.remove')}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (!open) {
    return (
      <UnstyledButton onClick={() => setOpen(true)} c="var(--mantine-color-anchor)">
        <Group gap={6}>
          <IconGift size={18} aria-hidden />
          <Text size="sm">{t('redeem.open')}</Text>
        </Group>
      </UnstyledButton>
    );
  }
  const use = () => {
    const code = typed.trim();
    if (code !== '') checking.mutate(code, { onSuccess: () => onChange(code) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={t('redeem.label')}
          placeholder={t('redeem.label')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_CODE_LENGTH}
          value={typed}
          error={checking.isError ? sentenceOf(checking.error) : undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            checking.reset();
          }}
        />
        <Button type="submit" variant="light" loading={checking.isPending} disabled={typed.trim() === ''}>
          {t('redeem.apply')}
        </Button>
      </Group>
    </form>
  );
}
