import { ColorInput, Input, SegmentedControl, Select, SimpleGrid, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { GOAL_STATUS, OVERLAY_PLATE, OVERLAY_SIZE } from '#events/status.ts';
import { type Goal, listGoals } from '#services/contract/goals/goals.ts';
import {
  OVERLAY_HEADER,
  type OverlayStyle,
  saveOverlay,
  showOverlay,
} from '#services/contract/goals/overlay.ts';
import { call } from '../../../api/client.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { NumberField } from '../../../components/forms/number-field.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { useGoalWords } from '../../../components/goals/goal-words.ts';
import { OverlayView } from '../../../components/goals/overlay-view.tsx';
import { Section } from '../../../components/section.tsx';
import { useCreator } from '../../frame/creator-guard.ts';
import classes from './preview.module.css';

const SWATCHES = ['#946ce6', '#e64980', '#fa5252', '#fd7e14', '#fab005', '#40c057', '#15aabf', '#228be6'];
const MAX_SUPPORTERS = 10;

/** How the overlay looks, next to a preview of it. */
export function StyleForm({ saved, token }: { saved: OverlayStyle; token: string }) {
  const { t } = useTranslation(['goals', 'goals-progress']);
  const { nameOf } = useGoalWords();
  const user_id = useCreator()?.user_id ?? '';
  const goals = useQuery(queryOf(listGoals, { user_id }, { enabled: user_id !== '' })).data?.list ?? [];
  const form = useServerForm({
    initialValues: saved,
    send: useCall(saveOverlay, { quiet: true }),
    requestOf: (values: OverlayStyle) => values,
    saved: t('overlayPage.saved'),
  });
  const { values } = form;
  const color = (field: 'bar_color' | 'text_color', label: string) => (
    <ColorInput
      label={label}
      format="hex"
      swatches={field === 'text_color' ? ['#ffffff', '#1f1a2e', ...SWATCHES] : SWATCHES}
      closeOnColorSwatchClick
      eyeDropperButtonProps={{ 'aria-label': t('overlayPage.pick') }}
      {...form.getInputProps(field)}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Section title={t('overlayPage.style')}>
        <ServerForm form={form} submit={t('overlayPage.save')}>
          <Switch
            label={t('overlayPage.showGoal')}
            {...form.getInputProps('show_goal', { type: 'checkbox' })}
          />
          {values.show_goal && (
            <Select
              label={t('overlayPage.goal')}
              data={[
                { value: '', label: t('overlayPage.goalAuto') },
                ...goals.map((goal) => ({ value: goal.goal_id, label: nameOf(goal) })),
              ]}
              allowDeselect={false}
              {...form.getInputProps('goal_id')}
            />
          )}
          <Switch
            label={t('overlayPage.showSupporters')}
            {...form.getInputProps('show_supporters', { type: 'checkbox' })}
          />
          {values.show_supporters && (
            <NumberField
              label={t('overlayPage.supporters')}
              min={1}
              max={MAX_SUPPORTERS}
              {...form.getInputProps('supporters')}
            />
          )}
          <Input.Wrapper label={t('overlayPage.size')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('overlayPage.size')}
              data={Object.values(OVERLAY_SIZE).map((size) => ({
                value: String(size),
                label: t(`overlayPage.sizes.${size}`),
              }))}
              value={String(values.size)}
              onChange={(size) => form.setFieldValue('size', Number(size) as OverlayStyle['size'])}
            />
          </Input.Wrapper>
          <Input.Wrapper label={t('overlayPage.plate')} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={t('overlayPage.plate')}
              data={Object.values(OVERLAY_PLATE).map((plate) => ({
                value: String(plate),
                label: t(`overlayPage.plates.${plate}`),
              }))}
              value={String(values.plate)}
              onChange={(plate) => form.setFieldValue('plate', Number(plate) as OverlayStyle['plate'])}
            />
          </Input.Wrapper>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {color('bar_color', t('overlayPage.barColor'))}
            {color('text_color', t('overlayPage.textColor'))}
          </SimpleGrid>
        </ServerForm>
      </Section>
      <Preview style={values} token={token} goals={goals} />
    </SimpleGrid>
  );
}

interface Props {
  style: OverlayStyle;
  token: string;
  goals: readonly Goal[];
}

/** The overlay with the values of the form, over a picture as a stream has one. */
function Preview({ style, token, goals }: Props) {
  const { t } = useTranslation(['goals', 'goals-progress']);
  const query = useQuery({
    queryKey: [showOverlay.path, token],
    queryFn: ({ signal }) => call(showOverlay, {}, { signal, headers: { [OVERLAY_HEADER]: token } }),
    meta: { topics: showOverlay.reads },
  });
  const shown = goals.filter(({ status }) => status === GOAL_STATUS.normal);
  const chosen = shown.find(({ goal_id }) => goal_id === style.goal_id);
  const goal = chosen ?? query.data?.goal ?? shown[0] ?? null;
  const supporters = (query.data?.supporters ?? []).slice(0, Number(style.supporters) || 0);
  const sample =
    supporters.length > 0
      ? supporters
      : [{ name: t('goals-progress:overlay.testName'), avatar: '', time: 0 }];
  return (
    <Section title={t('overlayPage.preview')}>
      <div className={classes.scene}>
        <OverlayView goal={goal} supporters={sample} style={style} />
      </div>
    </Section>
  );
}
