import { Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listExpressCompanies, updateExpress } from '#services/contract/delivery/express.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';

interface Parcel {
  out_trade_no: string;
  express: string;
  express_no: string;
}

interface Props {
  /** The order, and the parcel that it goes in so far; undefined while the dialog is closed. */
  parcel: Parcel | undefined;
  onClose: () => void;
}

/** Enters the parcel of an order, or changes it. */
export function ShipDialog({ parcel, onClose }: Props) {
  const { t } = useTranslation('delivery-shipping');
  return (
    <Modal opened={parcel !== undefined} onClose={onClose} title={t('ship.title')}>
      {parcel !== undefined && <ShipForm key={parcel.out_trade_no} parcel={parcel} onClose={onClose} />}
    </Modal>
  );
}

const NUMBER = /^[0-9A-Za-z-]{5,40}$/;
const numberOf = (typed: string): string => typed.replace(/\s/g, '');

/** The company of the last order, offered for the next one. */
let lastCompany = '';

function ShipForm({ parcel, onClose }: { parcel: Parcel; onClose: () => void }) {
  const { t } = useTranslation('delivery-shipping');
  const companies = useQuery(queryOf(listExpressCompanies, {}, { staleTime: Number.POSITIVE_INFINITY }));
  const form = useServerForm({
    initialValues: { express: parcel.express || lastCompany, express_no: parcel.express_no },
    validate: { express_no: (typed) => (NUMBER.test(numberOf(typed)) ? null : t('ship.error')) },
    send: useCall(updateExpress, { quiet: true }),
    requestOf: ({ express, express_no }) => ({
      out_trade_no: parcel.out_trade_no,
      express,
      express_no: numberOf(express_no),
    }),
    saved: t('ship.done'),
    onDone: (_shipped, { express }) => {
      lastCompany = express;
      onClose();
    },
  });
  const { express, express_no } = form.values;
  return (
    <ServerForm
      form={form}
      submit={t('part.ship')}
      button={{ disabled: express === '' || numberOf(express_no) === '' }}
      onCancel={onClose}
    >
      <Select
        label={t('ship.company')}
        searchable
        placeholder={t('ship.companyHint')}
        nothingFoundMessage={t('ship.companyNone')}
        disabled={companies.data === undefined}
        data={(companies.data?.list ?? []).map(({ company_id, name }) => ({
          value: company_id,
          label: name,
        }))}
        {...form.getInputProps('express')}
        value={express || null}
        onChange={(chosen) => form.setFieldValue('express', chosen ?? '')}
      />
      <TextInput
        label={t('ship.number')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('express_no')}
      />
    </ServerForm>
  );
}
