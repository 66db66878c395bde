import { Badge, Button, Group, Modal, Paper, Text } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endNoticeBar,
  listAllNoticeBars,
  type NoticeBarAnswer,
} from '#services/contract/notices/notice-bars.ts';
import { queryOf, useCall } from '../api/queries.ts';
import { Collection } from '../components/collection.tsx';
import { ReasonForm } from '../components/forms/reason-form.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useLocale } from '../language/use-locale.ts';
import { NoticeBarForm } from './notice-bar-form.tsx';

type Editing = { bar: NoticeBarAnswer | undefined } | undefined;

/** /admin/notices: notices of the platform above every page of signed-in people. */
export function NoticeBarsPage() {
  const { t } = useLocale('staff');
  const query = useQuery(queryOf(listAllNoticeBars, {}, { staleTime: 0 }));
  const [editing, setEditing] = useState<Editing>();
  const [ending, setEnding] = useState<NoticeBarAnswer>();
  const close = () => setEditing(undefined);
  const leave = () => setEnding(undefined);
  return (
    <>
      <PageHead title={t('bars.title')} text={t('bars.text')}>
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setEditing({ bar: undefined })}
        >
          {t('bars.new')}
        </Button>
      </PageHead>
      <Collection
        query={query}
        waiting={{ count: 3, height: 96 }}
        nothing={{ icon: <IconSpeakerphone aria-hidden />, title: t('bars.none'), text: t('bars.noneText') }}
        gap="sm"
      >
        {({ list }) =>
          list.map((bar) => (
            <BarCard
              key={bar.bar_id}
              bar={bar}
              onEdit={() => setEditing({ bar })}
              onEnd={() => setEnding(bar)}
            />
          ))
        }
      </Collection>
      <Modal
        opened={editing !== undefined}
        onClose={close}
        title={t(editing?.bar ? 'bars.edit' : 'bars.new')}
      >
        {editing && <NoticeBarForm bar={editing.bar} onClose={close} />}
      </Modal>
      <Modal opened={ending !== undefined} onClose={leave} title={t('bars.stop')}>
        {ending && <EndForm bar={ending} onClose={leave} />}
      </Modal>
    </>
  );
}

interface CardProps {
  bar: NoticeBarAnswer;
  onEdit: () => void;
  onEnd: () => void;
}

function BarCard({ bar, onEdit, onEnd }: CardProps) {
  const { t, formats } = useLocale('staff');
  const { text_zh, text_en, path, begin_time, end_time, state } = bar;
  const color = { shown: 'green', waiting: 'blue', over: 'gray' }[state];
  return (
    <Paper withBorder p="md" component="article" aria-label={text_zh}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 240px', overflowWrap: 'anywhere' }}>
          <Badge color={color} variant="light" mb={4}>
            {t(`bars.state.${state}`)}
          </Badge>
          <Text lang="zh-CN">{text_zh}</Text>
          <Text lang="en-US">{text_en}</Text>
          <Text className="hint figures">
            {t('bars.time', { from: formats.dateTime(begin_time), to: formats.dateTime(end_time) })}
            {path !== '' && ` · ${path}`}
          </Text>
        </div>
        {state !== 'over' && (
          <Group gap="xs">
            <Button variant="default" onClick={onEdit}>
              {t('bars.edit')}
            </Button>
            <Button variant="default" onClick={onEnd}>
              {t('bars.stop')}
            </Button>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

function EndForm({ bar: { bar_id, text_zh }, onClose }: { bar: NoticeBarAnswer; onClose: () => void }) {
  const { t } = useLocale('staff');
  return (
    <ReasonForm
      about={t('bars.stopAbout', { text: text_zh })}
      hint={t('reason.hint')}
      yes={t('bars.stop')}
      grave
      send={useCall(endNoticeBar, { quiet: true })}
      requestOf={(reason) => ({ bar_id, reason })}
      saved={t('bars.stopped')}
      onClose={onClose}
    />
  );
}
