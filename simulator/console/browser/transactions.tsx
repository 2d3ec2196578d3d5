import type { UserDossier } from '../../../spec/types.ts';
import { statementSource } from './figure-sources.ts';
import { Amount, type Figure, SourceRow, useAsked } from './figures.tsx';
import { Table } from './parts.tsx';
import { day, plural } from './text.ts';

type Props = { userId: string; statement: UserDossier['bank_statement_submissions'][number] };

/** What was read from a bank statement, line by line. */
export function Transactions({ userId, statement }: Props) {
  const asked = useAsked();
  const { transactions, account_information: account } = statement;
  return (
    <Table label="Transactions">
      <caption>
        {plural(transactions?.length ?? 0, 'transaction')}, account {account?.sort_code}{' '}
        {account?.account_number}, likelihood of a bank statement {statement.bank_statement_probability}
      </caption>
      <thead>
        <tr>
          <th>Date</th>
          <th>Description</th>
          <th class="number">In</th>
          <th class="number">Out</th>
        </tr>
      </thead>
      <tbody>
        {(transactions ?? []).map(({ date, description, amount, type }, index) => {
          const figure: Figure = {
            name: `Transaction ${index + 1}, ${description}`,
            amount,
            source: statementSource(userId, statement, `transactions?.[${index}]?.amount`),
          };
          const shown = <Amount figure={figure} asked={asked} />;
          return [
            <tr key={index}>
              <td>{day(date)}</td>
              <td>{description}</td>
              <td class="number">{type === 'credit' && shown}</td>
              <td class="number">{type !== 'credit' && shown}</td>
            </tr>,
            <SourceRow key={`${index} source`} figures={[figure]} asked={asked} columns={4} />,
          ];
        })}
      </tbody>
    </Table>
  );
}
