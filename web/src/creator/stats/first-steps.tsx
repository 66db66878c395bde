import { ActionIcon, Button, Group, Paper, Stack, Text, ThemeIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDE_STEP, PRODUCT_TYPE } from '#events/status.ts';
import { getGuide, setShowGuide } from '#services/contract/stats/guide.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { useCreator } from '../frame/creator-guard.ts';

/** The guide of a new creator: until the first order, or until it is hidden. */
export function FirstSteps() {
  const { t } = useTranslation(['creator', 'shell']);
  const user = useCreator();
  const guide = useQuery(queryOf(getGuide, {})).data;
  const hide = useCall(setShowGuide);
  if (user === undefined || guide === undefined || guide.show_guide === 0) return null;
  const isDone = (key: (typeof guide.list)[number]['key']) =>
    guide.list.some((one) => one.key === key && one.status === GUIDE_STEP.done);
  const offers = isDone('plan');
  const address = `${location.origin}/a/${user.url_slug}`;
  return (
    <Section
      title={t('first.title', { name: user.name })}
      text={t('first.text')}
      aside={
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={hide.isPending}
          onClick={() => hide.mutate({ status: false })}
        >
          {t('first.hide')}
        </Button>
      }
    >
      <Stack gap="lg" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        <Step number={1} done title={t('first.page')} text={t('first.pageText')} />
        <Step number={2} done={offers} title={t('first.plan')} text={t('first.planText')}>
          <ButtonLink
            to="/edit/shop"
            search={{ product_type: PRODUCT_TYPE.sponsorship }}
            size="xs"
            variant={offers ? 'light' : 'filled'}
          >
            {t('first.makePlan')}
          </ButtonLink>
          <ButtonLink to="/edit/shop" search={{ product_type: PRODUCT_TYPE.goods }} size="xs" variant="light">
            {t('first.makeProduct')}
          </ButtonLink>
        </Step>
        <Step number={3} done={isDone('goal')} title={t('first.goal')} text={t('first.goalText')}>
          <ButtonLink to="/setting/goal" size="xs" variant="light">
            {t('first.setGoal')}
          </ButtonLink>
        </Step>
        <Step number={4} done={isDone('collect')} title={t('first.collect')} text={t('first.collectText')}>
          <ButtonLink to="/setting/withdraw" size="xs" variant="light">
            {t('first.addMethod')}
          </ButtonLink>
        </Step>
        <Step number={5} done={false} title={t('first.share')} text={t('first.shareText')}>
          <Paper withBorder px="sm" py={4} radius="md" style={{ minWidth: 0 }}>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {address}
              </Text>
              <CopyButton value={address}>
                {({ copied, copy }) => (
                  <Tooltip label={t(copied ? 'shell:action.copied' : 'shell:action.copy')}>
                    <ActionIcon
                      color="brand"
                      onClick={copy}
                      aria-label={t(copied ? 'shell:action.copied' : 'shell:action.copy')}
                    >
                      {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
                    </ActionIcon>
                  </Tooltip>
                )}
              </CopyButton>
            </Group>
          </Paper>
        </Step>
      </Stack>
    </Section>
  );
}

interface StepProps {
  number: number;
  done: boolean;
  title: string;
  text: string;
  children?: ReactNode;
}

function Step({ number, done, title, text, children }: StepProps) {
  const { t } = useTranslation('creator');
  return (
    <Group component="li" gap="md" wrap="nowrap" align="flex-start">
      <ThemeIcon radius="xl" size={32} variant={done ? 'filled' : 'light'} color={done ? 'green.9' : 'brand'}>
        {done ? (
          <IconCheck size={18} aria-label={t('first.done')} />
        ) : (
          <span className="figures">{number}</span>
        )}
      </ThemeIcon>
      <Stack gap={6} miw={0}>
        <div>
          <Text fw={650}>{title}</Text>
          <Text className="hint">{text}</Text>
        </div>
        {children !== undefined && <Group gap="xs">{children}</Group>}
      </Stack>
    </Group>
  );
}
