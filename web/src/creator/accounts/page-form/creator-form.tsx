import { Input, Paper, SegmentedControl, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CREATOR_TYPE, WATERMARK } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import { type EditBasic, editBasicBody, editCreator } from '#services/contract/catalog/creators.ts';
import { useCall } from '../../../api/queries.ts';
import { CATEGORY_IDS } from '../../../components/catalog/category.ts';
import { errorsOf } from '../../../components/forms/form-errors.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Picture } from '../../../components/pictures/picture.tsx';
import { PictureInput } from '../../picture-input.tsx';
import { SlugField } from './slug-field.tsx';

/** Width ÷ height of the cover (creator specification, Creator form). */
const COVER_RATIO = 640 / 171;
const AVATAR = 80;
/** In pixels; the server's rule (creator specification 5, Image rules). */
const MIN_COVER_SIZE = { width: 800, height: 400 };
const MIN_AVATAR_SIZE = { width: 160, height: 160 };
const valuesOf = (user: User) => ({
  name: user.name,
  avatar: user.avatar,
  cover: user.cover,
  doing: user.creator?.doing ?? '',
  url_slug: user.url_slug,
  category_id: user.creator?.category_id ?? '',
  type: user.creator?.type === CREATOR_TYPE.team ? ('2' as const) : ('1' as const),
  detail: user.creator?.detail ?? '',
});
type Values = ReturnType<typeof valuesOf>;

/** As it is now; none for a new creator. */
const watermarkOf = ({ creator }: User) =>
  Object.values(WATERMARK).find((one) => one === creator?.watermark) ?? WATERMARK.none;

/** The request; fields outside of this form keep their values. */
const requestOf = (values: Values, user: User): EditBasic => ({
  ...values,
  name: values.name.trim(),
  doing: values.doing.trim(),
  type: Object.values(CREATOR_TYPE).find((one) => `${one}` === values.type) ?? CREATOR_TYPE.person,
  watermark: watermarkOf(user),
});

interface Props {
  user: User;
  submitLabel: string;
  onSaved: () => void;
}

/** The creator form, shared by becoming a creator and the settings (creator specification 2). */
export function CreatorForm({ user, submitLabel, onSaved }: Props) {
  const { t } = useTranslation(['creator', 'shell']);
  const form = useServerForm({
    initialValues: valuesOf(user),
    validate: (values) => errorsOf(editBasicBody, requestOf(values, user), t) ?? {},
    send: useCall(editCreator, { quiet: true }),
    requestOf: (values) => requestOf(values, user),
    shows: ['avatar', 'cover'],
    onDone: () => {
      form.resetDirty();
      onSaved();
    },
  });
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <ServerForm
        form={form}
        gap="lg"
        left
        submit={submitLabel}
        button={{ size: 'md', disabled: user.creator !== null && !form.isDirty() }}
      >
        <PictureInput
          wide
          label={t('page.cover')}
          least={MIN_COVER_SIZE}
          hint={t('page.coverHint')}
          value={form.values.cover}
          error={form.errors.cover}
          onChange={(cover) => form.setFieldValue('cover', cover)}
        >
          <Picture src={form.values.cover} alt="" seed={user.user_id} ratio={COVER_RATIO} radius={12} />
        </PictureInput>
        <PictureInput
          label={t('page.avatar')}
          least={MIN_AVATAR_SIZE}
          hint={t('page.avatarHint')}
          value={form.values.avatar}
          avatar
          error={form.errors.avatar}
          onChange={(avatar) => form.setFieldValue('avatar', avatar)}
        >
          <PersonPicture name={form.values.name} src={form.values.avatar} seed={user.user_id} size={AVATAR} />
        </PictureInput>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label={t('page.name')}
            required
            maxLength={40}
            autoComplete="nickname"
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('page.doing')}
            placeholder={t('page.doingSample')}
            maxLength={60}
            {...form.getInputProps('doing')}
          />
        </SimpleGrid>
        <SlugField own={user.url_slug} slug={form.values.url_slug} {...form.getInputProps('url_slug')} />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Select
            label={t('page.category')}
            placeholder={t('page.categoryChoose')}
            data={CATEGORY_IDS.map((id) => ({ value: id, label: t(`shell:category.${id}`) }))}
            allowDeselect={false}
            {...form.getInputProps('category_id')}
          />
          <Input.Wrapper label={t('page.type')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('page.type')}
              data={[
                { value: '1', label: t('page.typePerson') },
                { value: '2', label: t('page.typeTeam') },
              ]}
              {...form.getInputProps('type')}
            />
          </Input.Wrapper>
        </SimpleGrid>
        <Textarea
          label={t('page.detail')}
          placeholder={t('page.detailSample')}
          minRows={7}
          maxRows={18}
          maxLength={20_000}
          {...form.getInputProps('detail')}
        />
      </ServerForm>
    </Paper>
  );
}
