import { Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_CASE_PICS } from '#services/contract/cases/case-pictures.ts';
import { type CaseThread, getCase, getStaffCase } from '#services/contract/cases/cases.ts';
import { call } from '../../api/client.ts';
import type { Renew } from '../media/address.ts';
import { PicturesField } from '../media/upload/pictures-field.tsx';
import { UploadRows } from '../media/upload/upload-rows.tsx';
import { useKnownFiles } from '../media/upload/use-known-files.ts';
import { useUploads } from '../media/upload/use-uploads.ts';

/** Pictures of a message that is being written. */
export function useCasePictures() {
  const { t } = useTranslation('cases');
  const [pics, setPics] = useState<string[]>([]);
  const uploads = useUploads();
  const files = useKnownFiles([], pics);
  return {
    pics,
    clear: () => setPics([]),
    /** Some have not arrived yet. */
    areComing: uploads.obstacle !== undefined,
    field: (
      <Stack gap="xs">
        <PicturesField
          label={t('pictures')}
          value={pics}
          max={MAX_CASE_PICS}
          fileOf={files.fileOf}
          uploads={uploads}
          onAdd={(file) => {
            files.add(file);
            setPics((before) => [...before, file.file_id]);
          }}
          onChange={setPics}
        />
        <UploadRows uploads={uploads} />
      </Stack>
    ),
  };
}

const PREPARED_MS = 3_000;

/** How soon threads are read again: pictures that were just sent have no addresses yet. */
export const untilPrepared = (threads: readonly (CaseThread | null)[] = []): number | false =>
  threads.some((thread) => thread?.entries.some(({ pics }) => pics.some(({ url }) => url === '')))
    ? PREPARED_MS
    : false;

/** New addresses of a thread's pictures: they end after two minutes. To staff each is another recorded look. */
export const useCaseRenewal = (out_trade_no: string, isStaff: boolean): Renew =>
  useMemo(
    () => async (file_id) => {
      const read = isStaff ? call(getStaffCase, { out_trade_no }) : call(getCase, { out_trade_no });
      const thread = await read.then(
        (answer) => answer.case,
        () => null,
      );
      return thread?.entries.flatMap(({ pics }) => pics).find((one) => one.file_id === file_id);
    },
    [out_trade_no, isStaff],
  );
