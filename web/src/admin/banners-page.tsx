import { Button, Group, Image, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconPhoto, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  listScheduledBanners,
  MAX_BANNERS,
  type ScheduledBanner,
  saveBanners,
} from '#services/contract/staff/banners.ts';
import { queryOf, useCall } from '../api/queries.ts';
import { Nothing } from '../components/collection.tsx';
import { DateField } from '../components/forms/date-field.tsx';
import { PictureField } from '../components/forms/picture-field.tsx';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';
import { Loaded } from '../components/loaded.tsx';
import { PageHead } from '../components/page-head.tsx';
import { zonedSeconds, zonedText } from '../language/zone.ts';

/** /admin/banners: what the explore page shows at its top, and when. */
export function BannersPage() {
  const { t } = useTranslation('staff');
  const query = useQuery(queryOf(listScheduledBanners, {}));
  return (
    <>
      <PageHead title={t('banners.title')} text={t('banners.text')} />
      <Loaded query={query} height={320}>
        {({ list }) => <Editor key={JSON.stringify(list)} saved={list} />}
      </Loaded>
    </>
  );
}

const WEEK_SECONDS = 7 * 86_400;
const LEAST = { width: 800, height: 400 };

function newBanner(): ScheduledBanner {
  const begin_time = Math.floor(Date.now() / 60_000) * 60;
  return { image: '', url: '/explore', begin_time, end_time: begin_time + WEEK_SECONDS };
}

function Editor({ saved }: { saved: ScheduledBanner[] }) {
  const { t } = useTranslation('staff');
  const needed = (text: string) => (text.trim() === '' ? t('reason.needed') : null);
  const form = useServerForm({
    initialValues: { list: saved, reason: '' },
    validate: { reason: needed },
    send: useCall(saveBanners, { quiet: true }),
    requestOf: ({ list, reason }) => ({ list, reason: reason.trim() }),
    saved: t('users.done'),
  });
  const { list } = form.values;
  const set = (next: ScheduledBanner[]) => form.setFieldValue('list', next);
  return (
    <ServerForm form={form} left submit={t('banners.save')}>
      {list.length === 0 && (
        <Nothing small nothing={{ icon: <IconPhoto aria-hidden />, title: t('banners.none') }} />
      )}
      {list.map((banner, nth) => (
        <One
          // Their places are their names.
          key={nth}
          nth={nth}
          banner={banner}
          error={(field) => form.errors[`list.${nth}.${field}`]}
          onChange={(change) => set(list.map((one, at) => (at === nth ? { ...one, ...change } : one)))}
          onRemove={() => set(list.filter((_, at) => at !== nth))}
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={list.length >= MAX_BANNERS}
          onClick={() => set([...list, newBanner()])}
        >
          {t('banners.add')}
        </Button>
      </Group>
      <TextInput
        label={t('reason.label')}
        description={t('reason.hint')}
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </ServerForm>
  );
}

interface OneProps {
  nth: number;
  banner: ScheduledBanner;
  error: (field: keyof ScheduledBanner) => ReactNode;
  onChange: (change: Partial<ScheduledBanner>) => void;
  onRemove: () => void;
}

function One({ nth, banner, error, onChange, onRemove }: OneProps) {
  const { t } = useTranslation('staff');
  const { image, url, begin_time, end_time } = banner;
  const timeOf = (text: string) => zonedSeconds(text) ?? 0;
  return (
    <Paper withBorder p="md" component="fieldset" aria-label={t('banners.one', { nth: nth + 1 })}>
      <Stack gap="md">
        <PictureField
          label={t('banners.picture')}
          hint={t('banners.pictureHint')}
          wide
          least={LEAST}
          preview={image === '' ? null : <Image src={image} alt="" h={120} fit="cover" radius="md" />}
          onPicture={(address) => onChange({ image: address })}
        />
        {error('image')}
        <TextInput
          label={t('banners.url')}
          description={t('banners.urlHint')}
          maxLength={500}
          value={url}
          error={error('url')}
          onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DateField
            withTime
            label={t('banners.from')}
            value={zonedText(begin_time)}
            error={error('begin_time')}
            onChange={(text) => onChange({ begin_time: timeOf(text) })}
          />
          <DateField
            withTime
            label={t('banners.until')}
            value={zonedText(end_time)}
            error={error('end_time')}
            onChange={(text) => onChange({ end_time: timeOf(text) })}
          />
        </SimpleGrid>
        <Group>
          <Button variant="subtle" color="red" size="xs" onClick={onRemove}>
            {t('banners.remove')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
