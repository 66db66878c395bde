import { Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import type { CardProps } from './account-form.tsx';
import { type HalfSignIn, halfSignInOf, SecondFactor } from './second-factor.tsx';
import { useCodeSignIn } from './use-code-sign-in.tsx';

interface Props {
  onClose: () => void;
  /** Ways for people without an account, or with another first step. */
  others: ReactNode;
}

/** Signs a guest in by a code, in the middle of an order. */
export default function OrderSignIn({ onClose, others }: Props) {
  const { t } = useTranslation(['accounts', 'accounts-security']);
  const [half, setHalf] = useState<HalfSignIn>();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(half ? 'accounts-security:signIn.title' : 'order.title')}
      size="sm"
    >
      {half ? (
        <SecondFactor
          half={half}
          card={DialogCard}
          onDone={async () => onClose()}
          onEnded={() => setHalf(undefined)}
        />
      ) : (
        <FirstStep onDone={onClose} onHalf={setHalf} others={others} />
      )}
    </Modal>
  );
}

interface FirstStepProps extends Pick<Props, 'others'> {
  onDone: () => void;
  onHalf: (half: HalfSignIn | undefined) => void;
}

function FirstStep({ onDone, onHalf, others }: FirstStepProps) {
  const { t } = useTranslation('accounts');
  const onRefused = (error: unknown) => onHalf(halfSignInOf(error));
  const { form, fields } = useCodeSignIn({ scene: 'order', onDone, onRefused });
  return (
    <>
      <ServerForm form={form} submit={t('login.submit')} button={{ size: 'md', fullWidth: true }}>
        <Text size="sm" c="dimmed">
          {t('order.text')}
        </Text>
        {fields}
      </ServerForm>
      {others}
    </>
  );
}

/** In place of a page of its own. The dialog has the title. */
const DialogCard = ({ text, other, children }: CardProps) => (
  <Stack gap="md">
    <Text size="sm" c="dimmed">
      {text}
    </Text>
    {children}
    {other}
  </Stack>
);
