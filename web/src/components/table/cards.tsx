import { Group, Paper, Stack, Text } from '@mantine/core';
import { Fact } from '../fact.tsx';
import { Cell, Opened, type Shown } from './cell.tsx';
import { Select } from './grid.tsx';
import classes from './table.module.css';

/** The rows as cards: what names a row at the top, with its amount if there is one, badges below, then the rest. */
export function Cards<Row>(props: Shown<Row>) {
  const { label, columns, rows, rowKey, choice, actions, foot } = props;
  const [title, ...others] = columns;
  const [amount, otherAmount] = others.filter(({ kind }) => kind === 'money');
  const headline = otherAmount === undefined ? amount : undefined;
  const badges = others.filter(({ kind }) => kind === 'status');
  const facts = others.filter((column) => column !== headline && !badges.includes(column));
  if (title === undefined) return null;
  return (
    <Stack component="ul" gap="xs" className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <Paper key={rowKey(row)} component="li" withBorder p="md" className={`figures ${classes.card}`}>
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
              <Group gap="sm" wrap="nowrap" miw={0} fw={650}>
                {choice && <Select {...props} choice={choice} row={row} />}
                <Opened {...props} column={title} row={row} />
              </Group>
              {headline && (
                <span className={`amount ${classes.amount}`}>
                  <Cell column={headline} row={row} />
                </span>
              )}
            </Group>
            {badges.length > 0 && (
              <Group gap={4}>
                {badges.map((column) => (
                  <Cell key={column.id} column={column} row={row} />
                ))}
              </Group>
            )}
            <Stack gap={4} fz="sm">
              {facts
                .filter((column) => (column.value(row) ?? '') !== '')
                .map((column) => (
                  <Fact key={column.id} label={column.head} size="sm">
                    <Cell column={column} row={row} />
                  </Fact>
                ))}
            </Stack>
            {actions && <Group justify="flex-end">{actions(row)}</Group>}
          </Stack>
        </Paper>
      ))}
      {foot && (
        <Paper component="li" withBorder p="md" className={`figures ${classes.card}`} fz="sm">
          <Text fw={650}>{foot(title)}</Text>
          {others.map((column) => (
            <Fact key={column.id} label={column.head} size="sm">
              {foot(column)}
            </Fact>
          ))}
        </Paper>
      )}
    </Stack>
  );
}
