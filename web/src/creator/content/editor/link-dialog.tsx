import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { linkAddress } from './link-address.ts';
import { isComposing } from './slash.ts';

interface Props {
  title: string;
  /** The present address, empty without one. */
  address: string;
  onClose: () => void;
  onAddress: (address: string) => void;
  /** Without it there is nothing to remove. */
  onRemove?: (() => void) | undefined;
}

/** Asks for an address: http, https or mailto. */
export function LinkDialog({ title, address, onClose, onAddress, onRemove }: Props) {
  const { t } = useTranslation('content-article');
  const [typed, setTyped] = useState(address);
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const found = linkAddress(typed);
    if (found === undefined) setWrong(true);
    else onAddress(found);
  };
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={submit}
        noValidate
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isComposing(event.nativeEvent)) event.preventDefault();
        }}
      >
        <TextInput
          label={t('link.address')}
          description={t('link.hint')}
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          value={typed}
          error={isWrong && t('link.wrong')}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            setWrong(false);
          }}
        />
        <Group justify="flex-end" mt="lg">
          {onRemove && (
            <Button variant="subtle" color="red" onClick={onRemove}>
              {t('link.remove')}
            </Button>
          )}
          <Button type="submit">{t('link.set')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
