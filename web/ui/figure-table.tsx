import { Table } from '@mantine/core';

export type Row = readonly [name: string, ...figures: string[]];

interface Props {
  label: string;
  heads: readonly string[];
  rows: readonly Row[];
}

/** As high as a chart; longer ones are scrolled, also by keyboard. */
export function FigureTable(props: Props) {
  return (
    <div
      style={{ maxHeight: 280, overflow: 'auto' }}
      tabIndex={0}
      role="group"
      aria-label={props.label}
    >
      <Figures {...props} />
    </div>
  );
}

/** Figures by name. */
export function Figures({ label, heads, rows }: Props) {
  return (
    <Table aria-label={label} fz="sm" verticalSpacing={4} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head, index) => (
            <Table.Th key={head} ta={index === 0 ? 'start' : 'end'} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, ...figures]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            {figures.map((figure, index) => (
              <Table.Td key={heads[index + 1]} ta="end">
                {figure}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
