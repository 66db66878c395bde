import { ActionIcon, Button, Checkbox, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconColumns3, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '../../api/queries.ts';
import type { Column } from './columns.ts';
import { SavedViews } from './saved-views.tsx';
import type { useTableView } from './view.ts';

interface Props<Row> {
  columns: readonly Column<Row>[];
  /** Columns by which the rows can be sorted. */
  sortable: readonly Column<Row>[];
  view: Pick<ReturnType<typeof useTableView>, 'sorting' | 'shown' | 'sort' | 'show'>;
  /** Cards have no head to sort by. */
  withSort: boolean;
  onExport: (() => Promise<void>) | undefined;
}

/** Sort of cards, choice of columns, saved views, and the file. */
export function Tools<Row>({ columns, sortable, view, withSort, onExport }: Props<Row>) {
  const { t } = useTranslation('shell');
  const save = useMutation({ mutationFn: () => onExport?.() ?? Promise.resolve() });
  const [by] = view.sorting;
  return (
    <Group gap={4} ml="auto">
      {withSort && sortable.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('table.sort')}
          value={by === undefined ? '' : `${by.desc ? '-' : ''}${by.id}`}
          onChange={({ currentTarget: { value } }) =>
            view.sort(value === '' ? [] : [{ id: value.replace(/^-/, ''), desc: value.startsWith('-') }])
          }
          data={[
            { value: '', label: t('table.usualOrder') },
            ...sortable.flatMap(({ id, head }) => [
              { value: `-${id}`, label: `${head} ↓` },
              { value: id, label: `${head} ↑` },
            ]),
          ]}
        />
      )}
      <SavedViews />
      <Popover position="bottom-end" withinPortal trapFocus>
        <Popover.Target>
          <ActionIcon size="lg" aria-label={t('table.columns')} title={t('table.columns')}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Checkbox.Group aria-label={t('table.columns')} value={[...view.shown]} onChange={view.show}>
            <Stack gap="xs">
              {columns.map(({ id, head }, at) => (
                <Checkbox key={id} value={id} label={head} disabled={at === 0} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Popover.Dropdown>
      </Popover>
      {onExport && withSort && (
        <ActionIcon
          size="lg"
          aria-label={t('table.export')}
          title={t('table.export')}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      )}
      {onExport && !withSort && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('table.export')}
        </Button>
      )}
    </Group>
  );
}
