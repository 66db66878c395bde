import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldRefusal } from '../../api/refusal.ts';
import { companiesQuery, type Parcel, useShip } from '../../api/shipping.ts';
import { sentenceOf } from '../../app/queries.ts';

interface Props {
  /** The order, and the parcel that it goes in so far; undefined while the dialog is closed. */
  parcel: Parcel | undefined;
  onClose: () => void;
}

/** Enters the parcel of an order, or changes it. */
export function ShipDialog({ parcel, onClose }: Props) {
  const { t } = useTranslation(['shipping', 'shell']);
  return (
    <Modal
      opened={parcel !== undefined}
      onClose={onClose}
      title={t('ship.title')}
      closeButtonProps={{ 'aria-label': t('shell:action.close') }}
    >
      {parcel !== undefined && <ShipForm key={parcel.out_trade_no} parcel={parcel} onClose={onClose} />}
    </Modal>
  );
}

const NUMBER = /^[0-9A-Za-z-]{5,40}$/;

/** The next order is preset to the same company. */
let lastCompany = '';

function ShipForm({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  const { t, i18n } = useTranslation(['shipping', 'shell']);
  const companies = useQuery(companiesQuery(i18n.language));
  const ship = useShip();
  const [express, setExpress] = useState(parcel.express === '' ? lastCompany : parcel.express);
  const [express_no, setNumber] = useState(parcel.express_no);
  const [wrong, setWrong] = useState(false);
  const number = express_no.replace(/\s/g, '');
  const companyError = fieldRefusal(ship.error, 'express');
  const numberError = wrong ? t('ship.error') : fieldRefusal(ship.error, 'express_no');
  const save = () => {
    if (!NUMBER.test(number)) return setWrong(true);
    ship.mutate(
      { out_trade_no: parcel.out_trade_no, express, express_no: number },
      {
        onSuccess: () => {
          lastCompany = express;
          notifications.show({ color: 'green', message: t('ship.done') });
          onClose();
        },
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="md">
        <Select
          label={t('ship.company')}
          searchable
          placeholder={t('ship.companyHint')}
          nothingFoundMessage={t('ship.companyNone')}
          disabled={companies.data === undefined}
          data={(companies.data ?? []).map(({ company_id, name }) => ({ value: company_id, label: name }))}
          value={express === '' ? null : express}
          onChange={(chosen) => {
            ship.reset();
            setExpress(chosen ?? '');
          }}
          error={companyError}
        />
        <TextInput
          label={t('ship.number')}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          value={express_no}
          onChange={(event) => {
            ship.reset();
            setWrong(false);
            setNumber(event.currentTarget.value);
          }}
          error={numberError}
        />
        {ship.error !== null && companyError === undefined && numberError === undefined && (
          <Text role="alert" c="var(--mantine-color-error)" size="sm">
            {sentenceOf(ship.error)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('shell:action.cancel')}
          </Button>
          <Button type="submit" loading={ship.isPending} disabled={express === '' || number === ''}>
            {t('part.ship')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
