import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import { download } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { saveBlob } from '../../../components/save-file.ts';
import { Section } from '../../../components/section.tsx';

/** Everything that the person gave and did, as a file. */
export function OwnData() {
  const { t } = useTranslation('accounts-security');
  const save = useMutation({
    mutationFn: async () => {
      const { bytes, name } = await download(exportOwnData, {});
      saveBlob(bytes, name ?? 'fanwatt-data.json');
    },
    meta: { refresh: false },
  });
  return (
    <Section title={t('data.title')} text={t('data.text')}>
      <Group>
        <Button variant="light" loading={save.isPending} onClick={() => save.mutate()}>
          {t('data.save')}
        </Button>
      </Group>
    </Section>
  );
}
